import ArgumentParser
import Foundation
import OrielDocument

/// What every command has that does something.
struct ActOptions: ParsableArguments {
  @Flag(help: "Only say what it would reach; nothing is done.") var dryRun = false
  @Option(help: "Why it is done, for the audit.") var reason: String?
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
  func perform(
    _ act: String, _ target: JSONObject?, _ own: JSONObject = [:], said: (ActReport) -> String
  ) async throws {
    let answer = try await server.client().post("acts", query: query, body: body(act, target, own))
    if server.json { return print(JSONText.compact(answer)) }
    print(dryRun ? Reach(answer).text : said(ActReport(answer)))
  }

  var query: [URLQueryItem] { dryRun ? [URLQueryItem(name: "dry-run", value: "true")] : [] }
}

/// Which windows a command means: one by its id, or many.
struct TargetOptions: ParsableArguments {
  @Argument(help: "The id of one window.") var id: String?
  @Option(help: "The windows of a user.") var user: String?
  @Option(help: "The windows of a scene.") var scene: String?
  @Option(help: "The windows with this tag.") var tag: String?
  @Flag(help: "Every window.") var all = false

  private var targets: [JSONObject] {
    let named = [("window", id), ("user", user), ("scene", scene), ("tag", tag)].compactMap { name, value in
      value.map { [name: .string($0)] as JSONObject }
    }
    return named + (all ? [["all": true]] : [])
  }

  func validate() throws {
    guard targets.count == 1 else {
      throw ValidationError(
        "Name a window, or use one of --user, --scene, --tag and --all. --dry-run shows whom it hits.")
    }
  }

  var target: JSONObject? { targets.first }
}

/// What came of an act.
struct ActReport: Equatable {
  var windows: Int
  var failed: Int

  init(_ json: JSONValue) {
    windows = json["windows"]?.integerValue ?? 0
    failed = json["failed"]?.integerValue ?? 0
  }

  /// `Dismissed 3 windows; 1 could not be`
  func text(_ done: String) -> String {
    let failures = failed == 0 ? "" : "; in \(failed) it could not be done"
    return "\(done) \(windows == 1 ? "1 window" : "\(windows) windows")\(failures)"
  }
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
