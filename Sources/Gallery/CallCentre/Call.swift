/// A caller who writes: first waiting, then in a conversation with an agent.
struct Call: Codable, Hashable, Identifiable {
  struct Line: Codable, Hashable {
    let isCaller: Bool
    let speaker: String
    let text: String
  }

  let id: Int
  /// Which of the people calls. Several of them follow the same script.
  let person: Int
  private(set) var seconds = 0
  /// The name of the agent who has the conversation; `nil` while the caller waits.
  private(set) var holder: String?
  /// The agent who had the conversation before.
  private(set) var formerHolder: String?
  private(set) var lines: [Line] = []
  private(set) var isOver = false
  /// The half-typed answer.
  var draft = ""

  static let lineLimit = 40

  var caller: String { Self.people[person] }
  var topic: String { script.topic }
  var isWaiting: Bool { holder == nil && !isOver }
  var isTalking: Bool { holder != nil && !isOver }

  private enum CodingKeys: String, CodingKey {
    // As it was called when each script had one caller.
    case person = "script"
    case id, seconds, holder, formerHolder, lines, isOver, draft
  }

  private var script: Script { Script.all[person % Script.all.count] }

  /// - Parameter calls: The calls at the time. Nobody calls twice at once.
  init(number: Int, seconds: Int = 0, during calls: [Call] = []) {
    let free = (0..<Self.people.count).map { (number + $0) % Self.people.count }
      .first { person in !calls.contains { $0.person == person } }
    id = 700 + number
    person = free ?? number % Self.people.count
    self.seconds = seconds
    say(script.lines[0])
  }

  /// More of them than there are calls at once.
  static let people = [
    "Amina Okafor", "Ben Halloran", "Chiara Russo", "Dan Whitlock", "Elif Demir", "Farid Nazari", "Grace Lindqvist",
    "Hugo Marchetti", "Irene Carvalho", "Jakub Nowak", "Keiko Tanaka", "Liam Doherty", "Mei Zhang", "Noah Bergström",
    "Olga Petrova", "Pablo Ibáñez", "Quentin Leroy", "Ruth Adeyemi", "Sanjay Rao", "Tilda Hansen", "Umar Siddiqui",
  ]

  /// Two seconds go by; every now and then the caller writes.
  mutating func wait() {
    seconds += 2
    let said = lines.count(where: \.isCaller)
    if isTalking, seconds % 14 == 0, said < script.lines.count { say(script.lines[said]) }
  }

  mutating func take(_ name: String) {
    guard !isOver, holder != name else { return }
    if holder == nil { seconds = 0 }
    formerHolder = holder
    holder = name
  }

  /// The caller waits again, for another agent. The half-typed answer stays.
  mutating func putBack() {
    guard isTalking else { return }
    formerHolder = holder
    holder = nil
  }

  mutating func answer() {
    guard let holder, !draft.isEmpty else { return }
    add(Line(isCaller: false, speaker: holder, text: draft))
    draft = ""
  }

  mutating func end() {
    isOver = true
    draft = ""
  }

  private mutating func say(_ text: String) { add(Line(isCaller: true, speaker: caller, text: text)) }

  private mutating func add(_ line: Line) {
    lines.append(line)
    if lines.count > Self.lineLimit { lines.removeFirst() }
  }
}

/// What a caller says, line by line.
private struct Script {
  let topic: String
  let lines: [String]

  init(_ topic: String, _ lines: String...) {
    (self.topic, self.lines) = (topic, lines)
  }

  static let all = [
    Script(
      "Card blocked", "My card was refused at the till just now.", "There is enough money on it.",
      "I am standing at a ticket machine. Can you unblock it?", "Thank you, it works again."),
    Script(
      "Parcel lost", "My parcel says delivered, but there is nothing here.",
      "I looked at the neighbours'.",
      "It is a birthday present for tomorrow.", "Yes, please send it again."),
    Script(
      "Refund", "I returned the boots two weeks ago.", "The refund hasn’t arrived.", "Order 55 102.",
      "Good. How long does it take?"),
    Script(
      "No internet", "The router has been blinking red since this morning.",
      "I have switched it off and on.", "I work from home. It is urgent.", "It is green now. Great."),
    Script(
      "Change of address", "I am moving on the first.", "12 Mill Lane, second floor.",
      "Does the contract go on as it is?", "Perfect, thanks."),
    Script(
      "Invoice too high", "My invoice is twice what it was.", "I have changed nothing.",
      "I see two lines for May.", "Then I wait for the new one."),
    Script(
      "Password", "I'm not getting the email with the code.", "I asked for it three times.",
      "No, not in the other folder either.", "Now it is there. Wonderful."),
  ]
}
