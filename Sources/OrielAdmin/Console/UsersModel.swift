import Oriel
import OrielDocument
import OrielHub

/// The users with windows in memory, on all nodes.
@NavigationModel
final class UsersModel {
  var text = ""
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  @Transient let source = APISource("users") { ListedUser($0) }
  @Environment(HubMonitor.self) var monitor

  var urlPath: String? { "users" }

  init() {}

  /// - Parameter tenant: The tenant whose members are listed.
  init(tenant: Tenant) {
    self.tenant = tenant.name
  }

  func start() {
    source.begin(for: self, monitor)
    observe {
      _ = self.monitor.refreshes
      self.monitor.lookForTenants()
      self.source.refresh()
    }
  }

  private var parameters: [String: String] { ["search": text, "tenant": tenant].filter { !$0.value.isEmpty } }

  var body: some View {
    VStack {
      Grid {
        TextField("Search", text: bind(\.text), prompt: "Part of an ID, a name or an e-mail address").id("search")
        if monitor.hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: bind(\.tenant), prompt: "Any").id("tenant")
        }
      }
      HStack {
        if let count = source.count { Text(Words.count(count, "user")).foregroundStyle(.secondary).id("count") }
        MissingNodes(names: source.missing)
      }
      table
    }
    .navigationTitle("Users")
  }

  private var table: some View {
    let (hasTenants, hasNodes, now) = (monitor.hasTenants, monitor.nodeName != nil, monitor.now)
    return Table(source, matching: parameters) {
      TableColumn("User", value: \.title) { user in
        Button(user.title) { self.open(user) }.buttonStyle(.plain)
        if let email = user.email { Text(Words.plain(email)).font(.caption).foregroundStyle(.secondary) }
        if user.isBanned { Text("banned").foregroundStyle(.danger) }
      }
      .width(min: 160, ideal: 280).pinned()
      if hasTenants { TableColumn("Tenant", value: \.tenantName).priority(1) }
      TableColumn("Roles", value: \.allRoles).priority(2)
      TableColumn("Windows", value: \.windows) { user in Text("\(user.windows)") }.alignment(.numeric)
      TableColumn("Attached", value: \.attached) { user in Text("\(user.attached)") }.alignment(.numeric).priority(1)
      TableColumn("Idle", value: \.used) { user in Text(Words.idle(now - user.used)) }.alignment(.numeric)
      if hasNodes { TableColumn("Node", value: \.nodeName).priority(2) }
    }
    .emptyContent {
      ContentUnavailableView(
        "No user matches", systemImage: "person", description: Text("Users whose windows all sleep are not listed.")
      ) {}
    }
    .downloads("users.csv")
    .id("users")
  }

  private func open(_ user: ListedUser) {
    navigate(to: UserWindows(user: user.user, tenant: monitor.hasTenants ? user.tenant : nil))
  }
}

/// A user of the list.
struct ListedUser: Identifiable, Sendable {
  let user: String
  /// As the sign-in has told them.
  let name: String?
  let email: String?
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
    (user, name, email) = (id, json["name"]?.stringValue, json["email"]?.stringValue)
    tenant = json["tenant"]?.stringValue.flatMap(Tenant.init(named:)) ?? .app
    roles = (json["roles"]?.arrayValue ?? []).compactMap(\.stringValue)
    windows = json["windows"]?.integerValue ?? 0
    attached = json["attached"]?.integerValue ?? 0
    used = Int64(json["used"]?.integerValue ?? 0)
    isBanned = json["banned"]?.boolValue ?? false
    node = json["node"]?.stringValue
  }

  /// A user of two tenants is two members, who may also have windows on two nodes.
  var id: String { "\(tenant.id) \(user) \(node ?? "")" }
  var title: String { Words.plain(name ?? user) }
  var tenantName: String { Words.plain(tenant.label(beside: user) ?? "") }
  var allRoles: String { Words.plain(roles.joined(separator: ", ")) }
  var nodeName: String { Words.plain(node ?? "") }
}
