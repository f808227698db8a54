import Oriel
import OrielDocument
import OrielHub

/// The users with windows in memory, on all nodes.
@NavigationModel
final class UsersModel {
  var text = ""
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  var page = 0
  @Transient let list = APIList("users") { ListedUser($0) }
  @Environment(HubMonitor.self) var monitor

  var urlPath: String? { "users" }

  init() {}

  /// - Parameter tenant: The tenant whose members are listed.
  init(tenant: Tenant) {
    self.tenant = tenant.name
  }

  func start() {
    observe { self.look() }
  }

  private func look() {
    _ = monitor.refreshes
    monitor.lookForTenants()
    let query: KeyValuePairs<String, String?> = [
      "search": text.isEmpty ? nil : text, "tenant": tenant.isEmpty ? nil : tenant, "after": "\(page * Pager.size)",
      "limit": "\(Pager.size)",
    ]
    list.read(query, for: self) { [weak self] found in
      // There may be fewer pages than before. The answer may come while reads are being observed.
      guard let self, page >= found.pages, found.missing.isEmpty else { return }
      page = found.pages - 1
      look()
    }
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: changing(\.text), prompt: "Part of a user ID").id("search")
        if monitor.hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: changing(\.tenant), prompt: "Any").id("tenant")
        }
      }
      if let failure = list.failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let found = list.page {
        let count = found.count ?? 0
        let pager = Pager(page: page, count: count, what: count == 1 ? "user" : "users")
        Text(pager.summary).foregroundStyle(.secondary).id("count")
        MissingNodes(names: found.missing)
        List {
          ForEach(found.rows, id: \.member) { row in
            NavigationLink(to: UserWindows(user: row.id, tenant: self.monitor.hasTenants ? row.tenant : nil)) {
              VStack(alignment: .leading, spacing: 2) {
                Text(Words.plain(row.id))
                Text(self.summary(of: row)).font(.caption).foregroundStyle(.secondary)
              }
            }
            .id("user")
          }
        }
        PageTurner(page: bind(\.page), pages: pager.pages)
      } else if list.failure == nil {
        ProgressView("Searching")
      }
    }
    .navigationTitle("Users")
  }

  /// Changing the filter returns to the first page.
  private func changing(_ path: ReferenceWritableKeyPath<UsersModel, String>) -> Binding<String> {
    Binding(
      get: { self[keyPath: path] },
      set: {
        self[keyPath: path] = $0
        self.page = 0
      })
  }

  private func summary(of row: ListedUser) -> String {
    let windows = "\(row.windows) \(row.windows == 1 ? "window" : "windows"), \(row.attached) attached"
    let tenant = monitor.hasTenants ? row.tenant.label(beside: row.id) : nil
    let place = monitor.nodeName == nil ? nil : row.node.map { "on \($0)" }
    let facts = [tenant, windows, place, Words.age(monitor.now - row.used)].compactMap(\.self) + row.roles
    return Words.plain((facts + (row.isBanned ? ["banned"] : [])).joined(separator: " · "))
  }
}

/// A user of the list.
struct ListedUser {
  let id: String
  let tenant: Tenant
  let roles: [String]
  let windows: Int
  let attached: Int
  /// Milliseconds since 1970.
  let used: Int64
  let isBanned: Bool
  let node: String?

  init?(_ json: JSONObject) {
    guard let id = json["id"]?.stringValue else { return nil }
    self.id = id
    tenant = json["tenant"]?.stringValue.flatMap(Tenant.init(named:)) ?? .app
    roles = (json["roles"]?.arrayValue ?? []).compactMap(\.stringValue)
    windows = json["windows"]?.integerValue ?? 0
    attached = json["attached"]?.integerValue ?? 0
    used = Int64(json["used"]?.integerValue ?? 0)
    isBanned = json["banned"]?.boolValue ?? false
    node = json["node"]?.stringValue
  }

  /// A user of two tenants is two members, who may also have windows on two nodes.
  fileprivate var member: String { "\(tenant.id) \(id) \(node ?? "")" }
}
