import ArgumentParser
import Foundation
import OrielDocument

/// `oriel windows`: lists windows, or shows one.
struct WindowsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "windows", abstract: "List the windows of a server, or show one.",
    discussion: "A list wider than the terminal is cut at its edge; nothing is cut in a pipe or with --json.")

  @Argument(help: "The ID of the window to show, or its beginning.") var id: String?
  @Option(help: "Continue after this cursor, as printed below the page before.") var after: String?
  @Option(help: "Filter, such as 'scene:shop is:waiting idle>5m tag:vip -node:b anna'.") var filter: String?
  @Option(
    help: "Sort by title, user, tenant, scene, state, idle, events, slowest or node; with - before it in reverse.")
  var sort: String?
  @Option(help: "Filter by words of the titles, user, scene, tags or ID.") var search: String?
  @Option(help: "Filter by tenant.") var tenant: String?
  @Option(help: "Filter by user ID.") var user: String?
  @Option(help: "Filter by scene.") var scene: String?
  @Option(help: "Filter by state.") var state: ListedState?
  @Option(help: "Filter by tag.") var tag: String?
  @Flag(help: "List every page, not just the first.") var all = false
  @Flag(help: "List again every 2 seconds, until Ctrl-C.") var watch = false
  @Flag(help: "Print the window's document as JSON.") var document = false
  @Flag(help: "Print the window's models.") var graph = false
  @OptionGroup var options: ServerOptions

  func validate() throws {
    if id != nil, after != nil || all { throw ValidationError("Name a window or use --after or --all, not both.") }
    if id != nil, watch { throw ValidationError("Name a window or use --watch, not both.") }
    if id == nil, document { throw ValidationError("Name the window whose document you want to see.") }
    if id == nil, graph { throw ValidationError("Name the window whose models you want to see.") }
    if document, graph { throw ValidationError("Use one of --document and --graph.") }
  }

  func run() async throws {
    let client = try options.client()
    guard let named = id else {
      while watch {
        try await list(client)
        fflush(nil)
        try await Task.sleep(for: .seconds(2))
        Terminal.clear()
      }
      return try await list(client)
    }
    let id = try await client.windowID(named)
    if graph { return try await show(graphOf: id, client) }
    let window = try await client.get("windows", id)
    if document {
      print(JSONText.pretty(window["document"] ?? [:]))
    } else if options.json {
      print(JSONText.compact(window))
    } else {
      print(WindowRow(window).with(await client.listed(id)).sheet)
    }
  }

  private func show(graphOf id: String, _ client: AdminClient) async throws {
    let graph = try await client.get("windows", id, "graph")
    print(options.json ? JSONText.compact(graph) : ModelLines.lines(graph["root"] ?? [:]).joined(separator: "\n"))
  }

  private func list(_ client: AdminClient) async throws {
    let (windows, next, missing) = try await windows(client)
    if options.json {
      var json: JSONObject = ["windows": .array(windows)]
      json["next"] = next.map(JSONValue.string)
      if !missing.nodes.isEmpty { json["missing"] = .array(missing.nodes.map(JSONValue.string)) }
      return print(JSONText.compact(.object(json)))
    }
    missing.complain("windows")
    for line in WindowRow.table(windows.map(WindowRow.init)).lines(width: Terminal.width) { print(line) }
    if let next {
      Terminal.complain(
        "There are more windows. The next page: oriel windows --after \(Terminal.safe(next)). All pages: --all.")
    }
  }

  private typealias Page = (windows: [JSONValue], next: String?, missing: MissingNodes)

  private func windows(_ client: AdminClient) async throws -> Page {
    var pages = try await page(client, after: after)
    while all, let last = pages.next {
      let page = try await page(client, after: last)
      pages = (pages.windows + page.windows, page.next, pages.missing.and(page.missing))
    }
    return pages
  }

  private func page(_ client: AdminClient, after: String?) async throws -> Page {
    var query = after.map { [URLQueryItem(name: "after", value: $0)] } ?? []
    for (name, value) in [
      ("filter", filter), ("sort", sort), ("search", search), ("tenant", tenant), ("user", user), ("scene", scene),
      ("state", state?.rawValue),
      ("tag", tag),
    ] {
      if let value { query.append(URLQueryItem(name: name, value: value)) }
    }
    if all { query.append(URLQueryItem(name: "limit", value: "1000")) }
    let page = try await client.get("windows", query: query)
    return (page["windows"]?.arrayValue ?? [], page["next"]?.stringValue, MissingNodes(page))
  }
}

/// Where a window may be for `--state`, by the names that the JSON API takes.
enum ListedState: String, CaseIterable, ExpressibleByArgument {
  case awake, attached, behind, waiting, asleep, parked, all
}

/// A window as people read it.
struct WindowRow: Equatable {
  var id: String
  var user: String
  var scene: String
  var title: String
  /// Nothing while the window is only in the store.
  var epoch: String?
  var rev: Int?
  var attached: Int
  /// The name and the address of its user, as their sign-in has told them.
  var name: String?
  var email: String?
  /// Only in a list that a filter makes.
  var state: String?
  /// The facts about its page, from the server's answer.
  var page: JSONValue?
  /// Why it can't be had.
  var parked: String?
  /// The node that has it in memory, of several.
  var node: String?
  /// The tenant of an app that has several.
  var tenant: String?

  init(_ json: JSONValue) {
    id = json["id"]?.stringValue ?? ""
    user = json["user"]?.stringValue ?? ""
    scene = json["scene"]?.stringValue ?? ""
    title = json["title"]?.stringValue ?? ""
    epoch = json["epoch"]?.stringValue
    rev = json["rev"]?.integerValue
    attached = json["attached"]?.integerValue ?? 0
    state = json["state"]?.stringValue
    (name, email, page) = (json["name"]?.stringValue, json["email"]?.stringValue, json["page"])
    parked = json["parked"]?["turn"]?.stringValue
    node = json["node"]?.stringValue
    tenant = json["tenant"]?.stringValue
  }

  private var pageFacts: [(name: String, value: String)] {
    guard let page else { return [] }
    let milliseconds = { (name: String) in page[name]?.integerValue.map { "\($0) ms" } }
    let behind = page["behind"].map {
      "\($0["changes"]?.integerValue ?? 0) changes behind for \($0["for"]?.integerValue ?? 0) ms"
    }
    let drawn = page["drawn"]?.integerValue.map { "revision \($0)" }
    let shows = page["hidden"] == true ? "nothing, in the background" : behind ?? drawn ?? "-"
    let browser = page["browser"]?.stringValue.map {
      $0 + (page["outdated"] == true ? ", an older version of the page" : "")
    }
    return [
      ("shows", shows), ("silent", milliseconds("silence") ?? "-"), ("answers", milliseconds("roundTrip") ?? "-"),
      ("browser", browser ?? "-"),
    ]
  }

  /// The same window with what only lists have.
  func with(_ listed: JSONValue?) -> WindowRow {
    guard let listed = listed.map(WindowRow.init) else { return self }
    var row = self
    (row.state, row.page, row.name, row.email) = (listed.state, listed.page, listed.name, listed.email)
    return row
  }

  /// Titles give way. Of an id, the beginning is enough for every command.
  static func table(_ rows: [WindowRow]) -> Table {
    Table(
      columns: [
        Table.Column(title: "ID", short: 10), Table.Column(title: "USER", short: 12), Table.Column(title: "SCENE"),
        Table.Column(title: "TITLE", givesWay: true), Table.Column(title: "REV", isNumber: true),
        Table.Column(title: "ATTACHED", isNumber: true),
      ],
      rows: rows.map {
        [
          $0.id, $0.user, $0.scene, $0.title, $0.rev.map(String.init) ?? "-",
          $0.parked == nil ? "\($0.attached)" : "parked",
        ]
      }
    ).with("STATE", of: rows.map(\.state)).with("TENANT", of: rows.map(\.tenant)).with("NODE", of: rows.map(\.node))
  }

  /// One window, a line for each of its facts.
  var sheet: String {
    let facts = [
      ("id", id), ("user", user), ("scene", scene), ("title", title), ("epoch", epoch ?? "-"),
      ("rev", rev.map(String.init) ?? "-"),
      ("attached", "\(attached)"),
    ]
    let more = [("name", name), ("email", email), ("tenant", tenant), ("node", node)].compactMap { name, value in
      value.map { (name, $0) }
    }
    return (facts + pageFacts + more).map { name, value in
      let space = String(repeating: " ", count: 10 - name.count)
      return name + space + Terminal.safe(String(value.map { $0.isNewline ? " " : $0 }))
    }.joined(separator: "\n")
  }
}
