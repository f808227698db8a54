import Oriel
import OrielHub

/// The users with windows in memory.
@NavigationModel
final class UsersModel {
  var text = ""
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  var page = 0
  /// Whether the app has more than one tenant.
  @Transient var hasTenants = false
  @Transient var found: Found<UserRow>?
  @Transient let finder = Finder<UserRow>()
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
    let (text, page) = (text, page)
    let tenant = Tenant.typed(tenant)
    _ = monitor.refreshes
    if !hasTenants { monitor.lookForTenants { [weak self] in self?.hasTenants = true } }
    finder.find(page: page, on: monitor, { [monitor] in await monitor.findUsers(text, of: tenant, $0) }) {
      [weak self] in self?.show($0)
    }
  }

  /// Shows the last page if there are fewer pages than before.
  private func show(_ found: Found<UserRow>) {
    self.found = found
    guard page >= found.pages else { return }
    page = found.pages - 1
    look()
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: changing(\.text), prompt: "Part of a user ID").id("search")
        if hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: changing(\.tenant), prompt: "Any").id("tenant")
        }
      }
      if let found {
        let pager = Pager(page: page, count: found.count, what: found.count == 1 ? "user" : "users")
        Text(pager.summary).foregroundStyle(.secondary).id("count")
        List {
          ForEach(found.rows, id: \.member) { row in
            NavigationLink(to: UserWindows(user: row.id, tenant: self.hasTenants ? row.tenant : nil)) {
              VStack(alignment: .leading, spacing: 2) {
                Text(Words.plain(row.id))
                Text(self.summary(of: row)).font(.caption).foregroundStyle(.secondary)
              }
            }
            .id("user")
          }
        }
        PageTurner(page: bind(\.page), pages: pager.pages)
      } else {
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

  private func summary(of row: UserRow) -> String {
    let windows = "\(row.windows) \(row.windows == 1 ? "window" : "windows"), \(row.attached) attached"
    let tenant = hasTenants ? row.tenant.label(beside: row.id) : nil
    let facts = [tenant, windows, Words.age(monitor.now - row.lastUsedAt)].compactMap(\.self) + row.roles
    return Words.plain((facts + (monitor.isBanned(row.id) ? ["banned"] : [])).joined(separator: " · "))
  }
}

extension UserRow {
  /// A user of two tenants is two members.
  fileprivate var member: String { "\(tenant.id) \(id)" }
}
