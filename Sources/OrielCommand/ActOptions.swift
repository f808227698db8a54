import ArgumentParser
import Foundation
import OrielDocument

/// What every command has that does something.
struct ActOptions: ParsableArguments {
  @Flag(help: "Show which windows it would reach, and do nothing.") var dryRun = false
  @Flag(help: "Do it without a question. Only on a terminal, and for many windows, there is one.") var yes = false
  @Option(help: "The reason, for the audit.") var reason: String?
  @OptionGroup var server: ServerOptions

  /// What is sent.
  func body(_ act: String, _ target: JSONObject?, _ own: JSONObject = [:]) -> JSONObject {
    var body: JSONObject = ["act": .string(act)]
    body["target"] = target.map(JSONValue.object)
    for member in own { body[member.key] = member.value }
    body["reason"] = reason.map(JSONValue.string)
    return body
  }

  /// - Parameter said: What a person is told when it is done.
  /// - Throws: `Failure`, also where it was not done in every window.
  func perform(
    _ act: String, _ target: JSONObject?, _ own: JSONObject = [:], said: (ActReport) -> String
  ) async throws {
    let body = try await checked(body(act, target, own))
    let answer = try await server.client().post("acts", query: query, body: body)
    let report = ActReport(answer)
    print(server.json ? JSONText.compact(answer) : dryRun ? Reach(answer).text : said(report))
    if !dryRun, let failure = report.failure { throw failure }
  }

  /// The acts that users notice.
  private static let noticed = ["dismiss", "lock", "signOut", "ban", "trigger", "close", "drain"]

  /// What is sent, with the whole ID of its window, once a person at a terminal has agreed to an act in many.
  ///
  /// - Throws: `Failure`, such as `declined`.
  func checked(_ body: JSONObject) async throws -> JSONObject {
    var body = body
    if var target = body["target"]?.objectValue, let id = target["window"]?.stringValue {
      target["window"] = .string(try await server.client().windowID(id))
      body["target"] = .object(target)
    }
    try await askBefore(body)
    return body
  }

  private func askBefore(_ body: JSONObject) async throws {
    guard !yes, !dryRun, Terminal.canAsk, let act = body["act"]?.stringValue, Self.noticed.contains(act),
      body["target"]?["window"] == nil
    else { return }
    let dry = [URLQueryItem(name: "dry-run", value: "true")]
    let reach = Reach(try await server.client().post("acts", query: dry, body: body))
    guard reach.windows > 1 else { return }
    Terminal.complain(reach.text)
    guard Terminal.agrees("Go on? --yes asks nothing. [y/N] ") else { throw Failure.declined }
  }

  /// Performs an act in one window.
  ///
  /// - Returns: The window; `nil` if it was a dry run, which has been reported.
  func window(after body: JSONObject) async throws -> JSONValue? {
    let body = try await checked(body)
    let answer = try await server.client().post("acts", query: query, body: body)
    guard dryRun else { return answer["window"] }
    print(server.json ? JSONText.compact(answer) : Reach(answer).text)
    return nil
  }

  var query: [URLQueryItem] { dryRun ? [URLQueryItem(name: "dry-run", value: "true")] : [] }
}

/// Which windows a command means: one by its id, or many.
struct TargetOptions: ParsableArguments {
  @Argument(help: "The ID of one window, or its beginning.") var id: String?
  @Option(help: "Every window of this user.") var user: String?
  @Option(help: "Every window of this tenant.") var tenant: String?
  @Option(help: "Every window of this scene.") var scene: String?
  @Option(help: "Every window with this tag.") var tag: String?
  @Flag(help: "Every window.") var all = false
  @Flag(help: "Only those that a page shows.") var attached = false

  private var targets: [JSONObject] {
    let named = [("window", id), ("user", user), ("tenant", tenant), ("scene", scene), ("tag", tag)].compactMap {
      name, value in
      value.map { [name: .string($0)] as JSONObject }
    }
    return named + (all ? [["all": true]] : [])
  }

  func validate() throws {
    guard targets.count == 1 else {
      throw ValidationError(
        "Name one window, or use exactly one of --user, --tenant, --scene, --tag and --all. --dry-run shows what it would reach."
      )
    }
  }

  var target: JSONObject? { targets.first.map { attached ? $0.attached : $0 } }
}

extension JSONObject {
  /// The same target, without windows that no page shows.
  var attached: JSONObject {
    var target = self
    target["attached"] = true
    return target
  }
}

/// The result of an act.
struct ActReport: Equatable {
  var windows: Int
  var failed: Int
  /// One line for each reason.
  var reasons: [String]
  var missing: MissingNodes

  init(_ json: JSONValue) {
    windows = json["windows"]?.integerValue ?? 0
    failed = json["failed"]?.integerValue ?? 0
    missing = MissingNodes(json)
    reasons = (json["failures"]?.arrayValue ?? []).map { failure in
      let (count, first) = (failure["windows"]?.integerValue ?? 0, failure["first"]?.arrayValue ?? [])
      let more = count > first.count ? ["and \(count - first.count) more"] : []
      let names = (first.compactMap(\.stringValue) + more).joined(separator: ", ")
      return "  \(count) × \(failure["reason"]?.stringValue ?? "") (\(names))"
    }
  }

  /// `Dismissed 3 windows`
  func text(_ done: String) -> String { "\(done) \(Self.count(windows))" }

  /// `nil` where it was done in every window.
  var failure: Failure? {
    let failed = failed > 0 ? ["Not done in \(Self.count(failed)):"] + reasons : []
    let all = failed + (missing.sentence("It may not be done in their windows.").map { [$0] } ?? [])
    return all.isEmpty ? nil : .notEverywhere(all.joined(separator: "\n"))
  }

  private static func count(_ windows: Int) -> String { windows == 1 ? "1 window" : "\(windows) windows" }
}

/// The nodes that did not answer when all were asked.
struct MissingNodes: Equatable {
  var nodes: [String]

  init(_ json: JSONValue) { nodes = json["missing"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  func and(_ others: MissingNodes) -> MissingNodes {
    var all = self
    all.nodes += others.nodes.filter { !nodes.contains($0) }
    return all
  }

  /// - Parameter meaning: What follows from that.
  /// - Returns: `nil` if all have answered.
  func sentence(_ meaning: String) -> String? {
    nodes.isEmpty ? nil : "No answer from \(nodes.map(Terminal.safe).joined(separator: ", ")). \(meaning)"
  }

  func complain(_ what: String) { sentence("Their \(what) are missing.").map { Terminal.complain($0) } }
}

/// What a dry run has found.
struct Reach: Equatable {
  var windows: Int
  var first: [WindowRow]

  init(_ json: JSONValue) {
    windows = json["windows"]?.integerValue ?? 0
    first = (json["first"]?.arrayValue ?? []).map(WindowRow.init)
  }

  var text: String {
    guard windows > 0 else { return "It would reach no window." }
    let more = windows > first.count ? ["and \(windows - first.count) more"] : []
    let lines = WindowRow.table(first).lines(width: Terminal.width) + more
    return (["It would reach \(windows == 1 ? "1 window" : "\(windows) windows"):"] + lines).joined(separator: "\n")
  }
}
