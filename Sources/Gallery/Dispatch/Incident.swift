/// An incident, and what was done about it.
struct Incident: Codable, Hashable, Identifiable {
  enum Priority: Int, Codable {
    case immediate = 1
    case urgent, routine
  }

  enum Status: String, Codable {
    case waiting = "Waiting"
    case underWay = "Under way"
    case onScene = "On scene"
    case closed = "Closed"
  }

  struct Entry: Codable, Hashable {
    let seconds: Int
    let text: String
  }

  let id: Int
  let title: String
  let place: String
  let caller: String
  let priority: Priority
  private(set) var status = Status.waiting
  /// The seconds since the incident was reported.
  private(set) var seconds = 0
  /// The beats since the incident's status last changed.
  private(set) var stage = 0
  private(set) var units: [String] = []
  private(set) var log: [Entry] = []
  /// A half-typed note that is not in the log yet.
  var draft = ""

  static let logLimit = 20

  var isOpen: Bool { status != .closed }

  init(number: Int, seconds: Int = 0) {
    let report = Report.all[number % Report.all.count]
    (id, title, place, caller, priority) = (4100 + number, report.title, report.place, report.caller, report.priority)
    self.seconds = seconds
  }

  mutating func wait(_ seconds: Int) {
    self.seconds += seconds
    stage += 1
  }

  mutating func assign(_ unit: String, by name: String) {
    guard isOpen, !units.contains(unit) else { return }
    units.append(unit)
    note("\(unit) assigned by \(name)")
    if status == .waiting { turn(.underWay) }
  }

  mutating func arrive() {
    note("\(units.joined(separator: ", ")) on scene")
    turn(.onScene)
  }

  mutating func close(_ reason: String) {
    guard isOpen else { return }
    note(reason)
    units = []
    turn(.closed)
  }

  mutating func addDraft() {
    guard !draft.isEmpty else { return }
    note(draft)
    draft = ""
  }

  private mutating func turn(_ status: Status) {
    self.status = status
    stage = 0
  }

  private mutating func note(_ text: String) {
    log.append(Entry(seconds: seconds, text: text))
    if log.count > Self.logLimit { log.removeFirst() }
  }
}

/// The reports of callers; after the last one they start again.
private struct Report {
  let title: String
  let place: String
  let caller: String
  let priority: Incident.Priority

  init(_ title: String, _ place: String, _ caller: String, _ priority: Incident.Priority) {
    (self.title, self.place, self.caller, self.priority) = (title, place, caller, priority)
  }

  static let all = [
    Report("Kitchen fire", "12 Mill Lane", "Neighbour", .immediate),
    Report("Fall, conscious", "3 Harbour Steps", "Daughter", .urgent),
    Report("Lift stuck, two people", "Corn Exchange", "Porter", .routine),
    Report("Chest pain, male 58", "41 Castle Road", "Wife", .immediate),
    Report("Car against lamp post", "Ring Road, exit 7", "Passer-by", .urgent),
    Report("Smell of gas", "8 Weaver Street", "Tenant", .immediate),
    Report("Cut hand", "Sawmill, gate 2", "Foreman", .routine),
    Report("Smoke from cellar", "19 Bridge Street", "Postman", .urgent),
    Report("Child with fever", "27 Orchard Close", "Father", .routine),
    Report("Cyclist down", "Station Square", "Bus driver", .urgent),
    Report("Alarm, no contact", "Library, east wing", "Alarm centre", .routine),
    Report("Unconscious, female 70", "Market Hall", "Stallholder", .immediate),
    Report("Tree across road", "Beech Avenue", "Driver", .routine),
    Report("Allergic reaction", "School, Room 4", "Teacher", .immediate),
    Report("Oil on water", "Lock 3", "Lock keeper", .routine),
    Report("Motorway pile-up", "A4 northbound, km 31", "Lorry driver", .immediate),
  ]
}
