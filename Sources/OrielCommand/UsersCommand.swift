import ArgumentParser
import Foundation
import OrielDocument

/// `oriel users`: who has windows.
struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users", abstract: "List the users who have a window in memory.")

  @Option(help: "Filter by part of the ID, name or e-mail address.") var search: String?
  @Option(help: "Filter by tenant.") var tenant: String?
  @Option(help: "Continue after this position, as printed below the page before.") var after: Int?
  @OptionGroup var options: ServerOptions

  func run() async throws {
    let query = [("search", search), ("tenant", tenant), ("after", after.map(String.init))].compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    let page = try await options.client().get("users", query: query)
    if options.json { return print(JSONText.compact(page)) }
    MissingNodes(page).complain("users")
    for line in Self.table(page["users"]?.arrayValue ?? []).lines(width: Terminal.width) { print(line) }
    if let next = page["next"]?.stringValue {
      Terminal.complain(
        "There are \(page["count"]?.integerValue ?? 0) users. The next page: oriel users --after \(Terminal.safe(next))"
      )
    }
  }

  static func table(_ users: [JSONValue]) -> Table {
    Table(
      columns: [
        Table.Column(title: "USER"), Table.Column(title: "TENANT"), Table.Column(title: "WINDOWS", isNumber: true),
        Table.Column(title: "ATTACHED", isNumber: true), Table.Column(title: "USED"),
        Table.Column(title: "ROLES", givesWay: true), Table.Column(title: ""),
      ],
      rows: users.map { user in
        let number = { (name: String) in user[name]?.integerValue ?? 0 }
        let roles = user["roles"]?.arrayValue?.compactMap(\.stringValue).joined(separator: ", ") ?? ""
        return [
          user["id"]?.stringValue ?? "", user["tenant"]?.stringValue ?? "app", "\(number("windows"))",
          "\(number("attached"))", AuditLines.time(number("used")), roles, user["banned"] == true ? "banned" : "",
        ]
      }
    ).with("NODE", of: users.map { $0["node"]?.stringValue })
  }
}

/// `oriel window`: one window, and what has happened in it.
struct WindowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "window", abstract: "Show one window and its latest events.",
    discussion: "\"oriel windows ID --document\" and \"oriel windows ID --graph\" show its contents.")

  @Argument(help: "The window's ID, or its beginning.") var id: String
  @OptionGroup var options: ServerOptions

  func run() async throws {
    let client = try options.client()
    let id = try await client.windowID(id)
    let window = try await client.get("windows", id)
    let events = try await client.get("windows", id, "events")
    if options.json {
      guard var json = window.objectValue else { return }
      json["events"] = events["events"]
      return print(JSONText.compact(.object(json)))
    }
    print(WindowRow(window).with(await client.listed(id)).sheet)
    let rows = events["events"]?.arrayValue ?? []
    if rows.isEmpty { return }
    print("")
    for line in Self.table(rows).lines(width: Terminal.width) { print(line) }
  }

  static func table(_ events: [JSONValue]) -> Table {
    Table(
      columns: [
        Table.Column(title: "TIME"), Table.Column(title: "EVENT"), Table.Column(title: "OUTCOME"),
        Table.Column(title: "µS", isNumber: true), Table.Column(title: "BY"), Table.Column(title: "ON", givesWay: true),
      ],
      rows: events.map { event in
        let text = { (name: String) in event[name]?.stringValue ?? "" }
        let source = [text("type"), text("model"), text("element")].filter { !$0.isEmpty }.joined(separator: " ")
        return [
          AuditLines.time(event["time"]?.integerValue ?? 0), text("name"), text("outcome"),
          event["microseconds"]?.integerValue.map(String.init) ?? "", text("by"),
          text("message").isEmpty ? source : text("message"),
        ]
      })
  }
}
