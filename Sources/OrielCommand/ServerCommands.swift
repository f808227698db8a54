import ArgumentParser
import OrielDocument

/// `oriel settings`: what can be changed while a server runs.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "List the settings that can change while the server runs, or change one.",
    discussion:
      "A change lasts until the server restarts; then its flags apply again. For example: oriel settings logLevel debug"
  )

  @Argument(help: "The setting's name.") var name: String?
  @Argument(help: "The new value.") var value: String?
  @OptionGroup var options: ActOptions

  func validate() throws {
    if name != nil, value == nil { throw ValidationError("Give the new value too: oriel settings NAME VALUE.") }
  }

  /// Numbers are numbers, and everything else is text.
  var own: JSONObject {
    guard let name, let value else { return [:] }
    return ["setting": .string(name), "value": Int(value).map(JSONValue.integer) ?? .string(value)]
  }

  func run() async throws {
    guard let name, let value else { return try await list() }
    try await options.perform("set", nil, own) { _ in "\(Terminal.safe(name)) is now \(Terminal.safe(value))" }
  }

  private func list() async throws {
    let answer = try await options.server.client().get("settings")
    if options.server.json { return print(JSONText.compact(answer)) }
    for line in Self.table(answer).lines(width: Terminal.width) { print(line) }
  }

  static func table(_ answer: JSONValue) -> Table {
    Table(
      columns: [
        Table.Column(title: "SETTING"), Table.Column(title: "VALUE", isNumber: true),
        Table.Column(title: "WHAT IT IS", givesWay: true),
      ],
      rows: (answer["settings"]?.arrayValue ?? []).map { setting in
        let value = setting["value"]
        return [
          setting["name"]?.stringValue ?? "", value?.stringValue ?? value.map(JSONText.compact) ?? "",
          setting["about"]?.stringValue ?? "",
        ]
      })
  }
}

/// `oriel nodes`: which servers use the database.
struct NodesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nodes", abstract: "List the servers that use one database together.",
    discussion: "The first is the one that answers. A server that serves alone lists none.")

  @OptionGroup var options: ServerOptions

  func run() async throws {
    let answer = try await options.client().get("nodes")
    if options.json { return print(JSONText.compact(answer)) }
    for line in Self.table(answer).lines(width: Terminal.width) { print(line) }
  }

  static func table(_ answer: JSONValue) -> Table {
    Table(
      columns: [
        Table.Column(title: "NODE"), Table.Column(title: "ADDRESS"), Table.Column(title: "PAGES", isNumber: true),
        Table.Column(title: "ID", givesWay: true), Table.Column(title: ""),
      ],
      rows: (answer["nodes"]?.arrayValue ?? []).map { node in
        let text = { (name: String) in node[name]?.stringValue ?? "" }
        return [
          text("name"), text("address"), node["pages"].map(JSONText.compact) ?? "", text("id"),
          node["draining"] == true ? "draining" : "",
        ]
      })
  }
}

/// `oriel drain`: shuts the server down as its signal does.
struct DrainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drain", abstract: "Shut the server down: every page is told when to come back.",
    discussion:
      "What users have done is saved first. Whether the server starts again is up to what started it, such as systemd.")

  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("drain", nil) { _ in "The server is shutting down" }
  }
}
