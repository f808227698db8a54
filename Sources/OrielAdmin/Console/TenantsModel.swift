import Oriel
import OrielDocument
import OrielHub

/// The tenants, in memory and in the store, on all nodes.
@NavigationModel
final class TenantsModel {
  var text = ""
  @Transient let source = APISource("tenants", by: .cursor) { ListedTenant($0) }
  @Environment(HubMonitor.self) var monitor

  init() {}

  var urlPath: String? { "tenants" }

  func start() {
    source.begin(for: self, monitor)
    // A search reads the whole store, so it is made once; a list without one reads no more than what is looked at.
    observe {
      guard self.text.isEmpty else { return }
      _ = self.monitor.refreshes
      self.source.refresh()
    }
  }

  private var parameters: [String: String] { text.isEmpty ? [:] : ["search": text] }

  var body: some View {
    VStack {
      TextField("Search", text: bind(\.text), prompt: "Part of a name").id("search")
      HStack {
        if let count = source.count { Text(Words.count(count, "tenant")).foregroundStyle(.secondary).id("count") }
        MissingNodes(names: source.missing)
      }
      table
    }
    .toolbar { Button("Refresh") { self.source.refresh() }.id("refresh") }
    .navigationTitle("Tenants")
  }

  private var table: some View {
    let hasNodes = monitor.nodeName != nil
    return Table(source, matching: parameters) {
      TableColumn("Tenant", value: \.name) { row in
        if let node = self.monitor.other(row.node) {
          Link(row.name, destination: ServerNode.console(of: node, at: row.path))
            .accessibilityLabel(Words.plain("Show \(row.name) on \(node)"))
        } else {
          Button(row.name) { self.open(row) }.buttonStyle(.plain)
        }
      }
      .width(min: 140, ideal: 240).pinned()
      TableColumn("State", value: \.stateTitle) { row in
        Text(row.stateTitle).foregroundStyle(row.isUsable ? .primary : .danger)
      }
      .width(min: 90, ideal: 130)
      TableColumn("Members") { row in Text("\(row.members)") }.alignment(.numeric).priority(2)
      TableColumn("Windows") { row in Text("\(row.windows)") }.alignment(.numeric).priority(1)
      TableColumn("Attached") { row in Text("\(row.attached)") }.alignment(.numeric).priority(1)
      TableColumn("Rows") { row in Text("\(row.rows)") }.alignment(.numeric).priority(2)
      TableColumn("Timers") { row in Text("\(row.timers)") }.alignment(.numeric).priority(3)
      if hasNodes { TableColumn("Node", value: \.nodeName).priority(2) }
    }
    .emptyContent { ContentUnavailableView("No tenant matches", systemImage: "building") {} }
    .downloads("tenants.csv")
    .id("tenants")
  }

  private func open(_ row: ListedTenant) { navigate(to: TenantPage(tenant: row.tenant)) }
}

/// A tenant of the list.
struct ListedTenant: Identifiable, Sendable {
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

  var id: String { tenant.name }
  var name: String { Words.plain(tenant.name) }
  var stateTitle: String { state.title(isAwake: isAwake) }
  var nodeName: String { Words.plain(node ?? "") }
  /// The path of its screen below the console's own.
  var path: String { "/tenants/\(PercentEncoding.encode(tenant.name))" }
  var isUsable: Bool { state == .open || state == .asleep }
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
