import ArgumentParser
import OrielDocument

/// `oriel parked`: what is not tried again.
struct ParkedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parked", abstract: "List what has crashed the server too often and is no longer tried.",
    discussion: """
      A window, a user, an opening, a shared model, a tenant or the messages to one of its objects are parked after they \
      have crashed the server three times. \
      "oriel retry" releases it, and so does a new build of the program. A parked window can be dismissed.
      """)

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let answer = try await options.client().get("parked")
    if options.json { return print(JSONText.compact(answer)) }
    let parked = answer["parked"]?.arrayValue ?? []
    if parked.isEmpty { return print("Nothing is parked.") }
    for line in Self.table(parked).lines(width: Terminal.width) { print(line) }
  }

  static func table(_ parked: [JSONValue]) -> Table {
    Table(
      columns: [
        Table.Column(title: "PARKED"), Table.Column(title: "USER"), Table.Column(title: "WHAT"),
        Table.Column(title: "TIMES", isNumber: true), Table.Column(title: "LAST"),
        Table.Column(title: "IN", givesWay: true),
      ],
      rows: parked.map { one in
        let text = { (name: String) in one[name]?.stringValue ?? "" }
        return [
          text("what"), text("user"), subject(of: one),
          "\(one["times"]?.integerValue ?? 0)", one["at"]?.integerValue.map(AuditLines.time) ?? "-", text("turn"),
        ]
      })
  }

  private static func subject(of parked: JSONValue) -> String {
    ["window", "opening", "shared", "tenant", "object"].compactMap { parked[$0]?.stringValue }.joined(separator: " ")
  }
}

/// `oriel retry`: lets what is parked be tried again.
struct RetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Release what is parked, so that it is tried again.",
    discussion: """
      Name a window by its ID. --user releases the user, what they asked to open, and their windows; --scene releases \
      windows, openings and shared models of that scene; --tenant releases the tenant, the messages to its objects, and its \
      windows. What is released may crash the server once more.
      """)

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("retry", windows.target) {
      "Released \($0.windows)"
    }
  }
}
