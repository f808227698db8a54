import ArgumentParser
import OrielDocument

/// `oriel trigger`: makes pages do something once.
struct TriggerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger", abstract: "Make the pages of windows do something, once.",
    discussion: """
      Every page knows the kinds focusWindow, openURL, requestReview, notify, share, copy, print, \
      download, setBadge, ask and reload; an app's \
      own kinds are custom:NAME. A window without a page performs the trigger when a page comes, unless it has expired \
      by then. With --wait, standard error says what is waited for, and the exit code is 1 unless every window has \
      performed it.
      """)

  @Argument(help: "The trigger's kind.") var kind: String
  @Option(help: "The trigger's payload, as a JSON object.", transform: JSONArgument.object)
  var payload: JSONObject = [:]
  @Option(help: "One window, by its ID or the beginning of it.") var window: String?
  @Option(help: "Every window of this user.") var user: String?
  @Option(help: "Every window of this scene.") var scene: String?
  @Option(help: "Every window with this tag.") var tag: String?
  @Flag(help: "Every window.") var all = false
  @Flag(help: "Only those that a page shows.") var attached = false
  @Option(
    help: "When the trigger expires: 30s, 30m, 2h, 1d, or a number of milliseconds.", transform: DurationArgument.expiry
  )
  var expires: Int?
  @Flag(help: "Keep the payload in memory only. It reaches windows in memory, each page once; a restart loses it.")
  var secret = false
  @Flag(help: "Wait until every window has answered or the trigger has expired, and print the outcomes.")
  var wait = false
  @OptionGroup var options: ActOptions

  private var targets: [JSONObject] {
    let named = [("window", window), ("user", user), ("scene", scene), ("tag", tag)].compactMap { name, value in
      value.map { [name: .string($0)] as JSONObject }
    }
    return named + (all ? [["all": true]] : [])
  }

  func validate() throws {
    guard targets.count == 1 else {
      throw ValidationError("Use exactly one of --window, --user, --scene, --tag and --all.")
    }
  }

  /// What is sent.
  var body: JSONObject {
    var own: JSONObject = ["kind": .string(kind), "payload": .object(payload)]
    own["expires"] = expires.map(JSONValue.integer)
    if secret { own["secret"] = true }
    return options.body("trigger", targets.first.map { attached ? $0.attached : $0 }, own)
  }

  func run() async throws {
    let client = try options.server.client()
    let sent = try await client.post("acts", query: options.query, body: try await options.checked(body))
    if options.dryRun { return print(options.server.json ? JSONText.compact(sent) : Reach(sent).text) }
    let id = sent["trigger"]?.stringValue ?? ""
    guard wait else { return report(sent: sent, id) }
    let trigger = try await outcomes(of: id, client)
    let outcomes = Outcomes(trigger)
    if options.server.json {
      print(JSONText.compact(trigger))
    } else if outcomes.all.isEmpty {
      report(sent: sent, id)
    } else {
      for line in outcomes.table.lines(width: Terminal.width) { print(line) }
    }
    if let failure = outcomes.failure { throw failure }
  }

  private func report(sent: JSONValue, _ id: String) {
    if options.server.json { return print(JSONText.compact(sent)) }
    MissingNodes(sent).sentence("It may not be sent to their windows.").map { Terminal.complain($0) }
    let count = sent["windows"]?.integerValue ?? 0
    print("Sent \(Terminal.safe(id)) to \(count == 1 ? "1 window" : "\(count) windows")")
  }

  /// Asks again, ever more slowly, until nothing is left to come. The server lets every trigger expire.
  private func outcomes(of id: String, _ client: AdminClient) async throws -> JSONValue {
    var pause = Duration.milliseconds(100)
    var said: String?
    while true {
      let trigger = try await client.get("triggers", id)
      let outcomes = Outcomes(trigger)
      if outcomes.areFinal { return trigger }
      if outcomes.progress != said {
        said = outcomes.progress
        Terminal.complain(outcomes.progress)
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 2, .seconds(2))
    }
  }
}

/// What became of a trigger in each window.
struct Outcomes: Equatable {
  struct Outcome: Equatable {
    var window: String
    var status: String
    /// What its page has answered, as JSON.
    var answer = ""
  }

  var all: [Outcome]

  init(_ trigger: JSONValue) {
    all = (trigger["outcomes"]?.arrayValue ?? []).map {
      Outcome(
        window: $0["window"]?.stringValue ?? "", status: $0["status"]?.stringValue ?? "",
        answer: $0["value"].map(JSONText.compact) ?? "")
    }
  }

  /// A blocked one may still be done, when its user presses the button.
  var areFinal: Bool { !all.contains { $0.status == "pending" || $0.status == "blocked" } }

  /// What is waited for while they are not final.
  var progress: String {
    let pending = all.count { $0.status == "pending" }
    let blocked = all.count { $0.status == "blocked" }
    let reasons =
      (pending > 0 ? ["\(pending) without an answer from a page"] : [])
      + (blocked > 0 ? ["\(blocked) whose user has to press a button"] : [])
    return "Waiting for \(pending + blocked) of \(all.count == 1 ? "1 window" : "\(all.count) windows"), "
      + "until the trigger expires: \(reasons.joined(separator: ", "))"
  }

  /// `nil` where every window has performed it.
  var failure: Failure? {
    guard !all.isEmpty else { return .notEverywhere("The trigger reached no window.") }
    let counts = all.reduce(into: [String: Int]()) { $0[$1.status, default: 0] += 1 }
    let others = counts.filter { $0.key != "performed" }.sorted { $0.key < $1.key }
    guard !others.isEmpty else { return nil }
    let listed = others.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    return .notEverywhere(
      "The trigger was performed in \(counts["performed"] ?? 0) of \(all.count) windows: \(listed).")
  }

  var table: Table {
    Table(
      columns: [
        Table.Column(title: "WINDOW"), Table.Column(title: "STATUS"), Table.Column(title: "ANSWER", givesWay: true),
      ],
      rows: all.map { [$0.window, $0.status, $0.answer] })
  }
}
