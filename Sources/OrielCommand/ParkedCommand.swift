import ArgumentParser
import OrielDocument

/// `oriel parked`: what is not tried again.
struct ParkedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "parked", abstract: "List what has ended the server too often, and is not tried again.",
    discussion: """
      A window, a user, an opening or a shared model is parked when it has ended the server three times. "oriel retry" \
      lets it be tried again; so does another build of the program. A parked window can be dismissed.
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
    commandName: "retry", abstract: "Let what is parked be tried again.",
    discussion: """
      A window by its id; with --user, the user, what they have asked to open, and their windows; with --scene, windows, \
      openings and shared models of that scene. Whoever comes for it next tries it: it may end the server once more.
      """)

  @OptionGroup var windows: TargetOptions
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("retry", windows.target) {
      $0.windows == 1 ? "1 is tried again" : "\($0.windows) are tried again"
    }
  }
}
