import ArgumentParser
import OrielDocument

/// `oriel parked`: what is not tried again.
struct ParkedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parked", abstract: "List what has crashed the server too often and is no longer tried.",
    discussion: """
      A window, a user, an opening or a shared model is parked after it has crashed the server three times. \
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
          text("what"), text("user"), text("window") + text("opening") + text("shared"),
          "\(one["times"]?.integerValue ?? 0)", one["at"]?.integerValue.map(AuditLines.time) ?? "-", text("turn"),
        ]
      })
  }
}

/// `oriel retry`: lets what is parked be tried again.
struct RetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Release what is parked, so that it is tried again.",
    discussion: """
      Name a window by its ID. --user releases the user, what they asked to open, and their windows; --scene releases \
      windows, openings and shared models of that scene. What is released may crash the server once more.
      """)

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("retry", windows.target) {
      "Released \($0.windows)"
    }
  }
}
