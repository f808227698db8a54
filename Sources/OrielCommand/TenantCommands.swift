import ArgumentParser
import Foundation
import OrielDocument

/// `oriel tenants`: who shares state, and how much.
struct TenantsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenants", abstract: "List the tenants, in memory and in the store.",
    discussion: "The tenant of an app whose users all share is called app. MEMBERS and ATTACHED are those in memory.")

  @Option(help: "Filter by part of the name.") var search: String?
  @Option(help: "Continue after this tenant, as printed below the page before.") var after: String?
  @Option(help: "The most tenants to list, up to 1000.") var limit: Int?
  @OptionGroup var options: ServerOptions

  func run() async throws {
    let query = [("search", search), ("after", after), ("limit", limit.map(String.init))].compactMap { name, value in
      value.map { URLQueryItem(name: name, value: $0) }
    }
    let page = try await options.client().get("tenants", query: query)
    if options.json { return print(JSONText.compact(page)) }
    MissingNodes(page).complain("tenants")
    for line in Self.table(page["tenants"]?.arrayValue ?? []).lines(width: Terminal.width) { print(line) }
    if let next = page["next"]?.stringValue {
      Terminal.complain("There are more tenants. The next page: oriel tenants --after \(Terminal.safe(next))")
    }
  }

  static func table(_ tenants: [JSONValue]) -> Table {
    Table(
      columns: [
        Table.Column(title: "TENANT"), Table.Column(title: "STATE"), Table.Column(title: "MEMBERS", isNumber: true),
        Table.Column(title: "WINDOWS", isNumber: true), Table.Column(title: "ATTACHED", isNumber: true),
        Table.Column(title: "ROWS", isNumber: true), Table.Column(title: "TIMERS", isNumber: true),
      ],
      rows: tenants.map { tenant in
        [tenant["name"]?.stringValue ?? "", tenant.state]
          + ["members", "windows", "attached", "rows", "timers"].map { "\(tenant[$0]?.integerValue ?? 0)" }
      }
    ).with("NODE", of: tenants.map { $0["node"]?.stringValue })
  }
}

/// `oriel tenant`: one tenant, and what is done to it.
struct TenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenant", abstract: "Show, close, rename, move, export or delete one tenant.",
    subcommands: [
      ShowTenantCommand.self, SleepTenantCommand.self, CloseTenantCommand.self, ReopenTenantCommand.self,
      ExportTenantCommand.self, RenameTenantCommand.self, MoveTenantCommand.self, SkipMessageCommand.self,
      DeleteTenantCommand.self,
    ])
}

struct TenantArgument: ParsableArguments {
  @Argument(help: "The tenant's name, as \"oriel tenants\" shows it.") var tenant: String

  var target: JSONObject { ["tenant": .string(tenant)] }
  var name: String { Terminal.safe(tenant) }
}

/// `oriel tenant show`
struct ShowTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one tenant.",
    discussion: "\"oriel windows --tenant NAME\" and \"oriel users --tenant NAME\" list its windows and members.")

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ServerOptions

  func run() async throws {
    let answer = try await options.client().get("tenants", tenant.tenant)
    print(options.json ? JSONText.compact(answer) : Self.sheet(answer))
  }

  static func sheet(_ tenant: JSONValue) -> String {
    let number = { (name: String) in "\(tenant[name]?.integerValue ?? 0)" }
    let facts = [
      ("tenant", tenant["name"]?.stringValue ?? ""), ("state", tenant.state), ("members", number("members")),
      ("windows", number("windows")), ("attached", number("attached")), ("objects", number("objects")),
      ("rows", number("rows")), ("in memory", "\(number("bytes")) bytes of rows"), ("timers", number("timers")),
    ]
    let lines = facts.map { name, value in
      name + String(repeating: " ", count: 11 - name.count) + Terminal.safe(value)
    }
    return (lines + failing(tenant["failing"]?.arrayValue ?? [])).joined(separator: "\n")
  }

  private static func failing(_ messages: [JSONValue]) -> [String] {
    guard !messages.isEmpty else { return [] }
    return ["", "Messages that fail and are tried again:"]
      + messages.map { message in
        let (name, error) = (message["message"]?.stringValue ?? "", message["error"]?.stringValue ?? "")
        let attempts = message["attempts"]?.integerValue ?? 0
        let times = attempts == 1 ? "once" : "\(attempts) times"
        return "  \(Terminal.safe(name)), failed \(times): \(Terminal.safe(error))"
      }
  }
}

/// `oriel tenant sleep`
struct SleepTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleep", abstract: "Unload a tenant from memory now.",
    discussion: "Everything is kept. Its pages reconnect, and the first of them loads it again, as after a restart.")

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("sleep", tenant.target) { _ in "Put \(tenant.name) to sleep" }
  }
}

/// `oriel tenant close`
struct CloseTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Close a tenant until \"oriel tenant reopen\".",
    discussion: "Closes its pages for good and lets no one in, also after a restart. Everything is kept.")

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("close", tenant.target) { $0.text("Closed \(tenant.name) with") }
  }
}

/// `oriel tenant reopen`
struct ReopenTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen", abstract: "Open a closed tenant again, or free the name of a deleted one.")

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("reopen", tenant.target) { _ in "Reopened \(tenant.name)" }
  }
}

/// `oriel tenant export`
struct ExportTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print everything that is stored of a tenant, one JSON document per line.",
    discussion: "\"store import\" of an app's program takes the output.")

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ServerOptions

  func run() async throws {
    let lines = try await options.client().lines("tenants", tenant.tenant, "export")
    FileHandle.standardOutput.write(lines)
  }
}

/// `oriel tenant rename`
struct RenameTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a tenant a name that is not in use.",
    discussion: """
      The tenant is unloaded first, and its pages reconnect. The app's tenancy must lead to the new name: by the claim, \
      the subdomain or the path.
      """)

  @OptionGroup var tenant: TenantArgument
  @Argument(help: "The new name.") var newName: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("rename", tenant.target, ["name": .string(newName)]) { _ in
      "Renamed \(tenant.name) to \(Terminal.safe(newName))"
    }
  }
}

/// `oriel tenant move`
struct MoveTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Let another node have a tenant.",
    discussion: """
      The tenant is unloaded first, and its pages reconnect to the other node, which loads it as after a restart. "oriel nodes" \
      lists the nodes.
      """)

  @OptionGroup var tenant: TenantArgument
  @Option(help: "The name of the node.") var to: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("moveTenant", tenant.target, ["node": .string(to)]) {
      $0.text("Moved \(tenant.name) to \(Terminal.safe(to)) with")
    }
  }
}

/// `oriel tenant skip`
struct SkipMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "skip", abstract: "Give up a message that fails each time it is tried.",
    discussion: """
      The app is not told, and the messages that wait for it are handled. An attempt that is just being made goes on to its \
      end, and is the last one. "oriel tenant show" lists the messages that fail. To \
      have the app give up by itself, catch the error in its receive.
      """)

  @OptionGroup var tenant: TenantArgument
  @Argument(help: "The message, as \"oriel tenant show\" prints it, such as \"Desk send-7\".") var message: String
  @OptionGroup var options: ActOptions

  func run() async throws {
    try await options.perform("skip", tenant.target, ["message": .string(message)]) { _ in
      "Skipped \(Terminal.safe(message)) of \(tenant.name)"
    }
  }
}

/// `oriel tenant delete`
struct DeleteTenantCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete everything of a tenant, beyond recovery.",
    discussion: """
      Deletes windows and their files, saved objects, rows, timers, and records that were kept aside. Its name can't be \
      used again before "oriel tenant reopen". The audit and backups stay. Make an export first.
      """)

  @OptionGroup var tenant: TenantArgument
  @OptionGroup var options: ActOptions

  func validate() throws {
    guard options.yes || options.dryRun else {
      throw ValidationError("This can't be undone. Use --yes to delete it, or --dry-run to see what it would reach.")
    }
  }

  func run() async throws {
    try await options.perform("delete", tenant.target) { $0.text("Deleted \(tenant.name) with") }
  }
}

extension JSONValue {
  /// `open, awake`
  fileprivate var state: String { (self["state"]?.stringValue ?? "") + (self["awake"] == true ? ", awake" : "") }
}
