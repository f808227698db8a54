import Oriel
import OrielDocument
import OrielHub

/// The list of tenants, in memory and in the store.
@NavigationModel
final class TenantsModel {
  var text = ""
  /// The cursors of the current page and the pages before it.
  var pages: [Tenant] = []
  @Transient let list = APIList("tenants") { ListedTenant($0) }
  @Environment(HubMonitor.self) var monitor

  private static let pageSize = 20

  init() {}

  var urlPath: String? { "tenants" }

  func start() {
    observe { self.look() }
  }

  /// Searches whenever the text or the page changes. Only a list without a search, which reads no more than a page of the
  /// store, is also read periodically.
  private func look() {
    if text.isEmpty { _ = monitor.refreshes }
    let query: KeyValuePairs<String, String?> = [
      "search": text.isEmpty ? nil : text, "after": pages.last?.name, "limit": "\(Self.pageSize)",
    ]
    list.read(query, for: self) { [weak self] found in
      // This page may have become empty. The answer may come while reads are being observed.
      guard let self, found.rows.isEmpty, found.missing.isEmpty, !pages.isEmpty else { return }
      pages.removeLast()
      look()
    }
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: search, prompt: "Part of a name").id("search")
      }
      if let failure = list.failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let found = list.page {
        MissingNodes(names: found.missing)
        rows(found.rows, hasMore: found.hasMore)
      } else if list.failure == nil {
        ProgressView("Searching")
      }
    }
    .toolbar { Button("Refresh") { self.look() }.id("refresh") }
    .navigationTitle("Tenants")
  }

  @ViewBuilder private func rows(_ rows: [ListedTenant], hasMore: Bool) -> some View {
    let isWhole = pages.isEmpty && !hasMore
    Text(isWhole ? Words.count(rows.count, "tenant") : "Page \(pages.count + 1)").foregroundStyle(.secondary).id(
      "count")
    List {
      ForEach(rows, id: \.tenant.name) { row in
        ScreenRow(
          title: row.tenant.name, facts: row.summary, isUsable: row.isUsable,
          destination: TenantPage(tenant: row.tenant), node: self.monitor.other(row.node),
          path: "/tenants/\(PercentEncoding.encode(row.tenant.name))", name: "tenant")
      }
    }
    if !isWhole {
      HStack {
        Button("Previous") { self.pages.removeLast() }.disabled(pages.isEmpty).id("previous")
        Button("Next") { rows.last.map { self.pages.append($0.tenant) } }.disabled(!hasMore).id("next")
      }
    }
  }

  private var search: Binding<String> {
    Binding(
      get: { self.text },
      set: {
        self.text = $0
        self.pages = []
      })
  }
}

/// A tenant of the list.
struct ListedTenant {
  let tenant: Tenant
  let state: TenantRow.State
  let isAwake: Bool
  let members: Int
  let windows: Int
  let attached: Int
  let rows: Int
  let timers: Int
  let node: String?

  init?(_ json: JSONObject) {
    guard let tenant = json["name"]?.stringValue.flatMap(Tenant.init(named:)),
      let state = json["state"]?.stringValue.flatMap(TenantRow.State.init)
    else { return nil }
    let number = { (name: String) in json[name]?.integerValue ?? 0 }
    (self.tenant, self.state, node) = (tenant, state, json["node"]?.stringValue)
    isAwake = json["awake"]?.boolValue ?? false
    (members, windows, attached) = (number("members"), number("windows"), number("attached"))
    (rows, timers) = (number("rows"), number("timers"))
  }

  /// `Open, never sleeps · 2 members · 5 windows, 3 attached · 1 timer`
  fileprivate var summary: String {
    var facts = [title]
    if members > 0 { facts.append(Words.count(members, "member")) }
    if state != .deleted {
      facts.append(Words.count(windows, "window") + (attached > 0 ? ", \(attached) attached" : ""))
    }
    if rows > 0 { facts.append(Words.count(rows, "row")) }
    if timers > 0 { facts.append(Words.count(timers, "timer")) }
    return facts.joined(separator: " · ")
  }

  private var title: String { state.title(isAwake: isAwake) }

  fileprivate var isUsable: Bool { state == .open || state == .asleep }
}

extension TenantRow.State {
  func title(isAwake: Bool) -> String { title + (isAwake ? ", never sleeps" : "") }

  private var title: String {
    switch self {
    case .open: "Open"
    case .asleep: "Asleep"
    case .closed: "Closed"
    case .deleted: "Deleted"
    case .parked: "Parked"
    }
  }
}

extension HubMonitor {
  /// Finds out whether the app has more than one tenant.
  func lookForTenants() {
    guard !hasTenants, hub.mayHaveTenants else { return }
    answer({ hub in try? await hub.listTenants(limit: 2).tenants.count }) { if $0 ?? 0 > 1 { self.hasTenants = true } }
  }
}

extension Tenant {
  /// The filter for a typed name: `nil` without one. A text that is no tenant's name finds nothing.
  static func typed(_ name: String) -> Tenant? {
    name.isEmpty ? nil : Tenant(named: name) ?? Tenant(stored: name)
  }

  /// The name for a user's row; `nil` for the tenant of one user, which has the user's name.
  func label(beside user: String) -> String? { self == .user(user) ? nil : name }
}

/// One tenant's screen.
struct TenantPage: NavigationDestination {
  let tenant: Tenant

  func makeModel() -> any NavigationModel { TenantModel(tenant: tenant) }
}
