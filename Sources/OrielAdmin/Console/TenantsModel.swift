import Oriel
import OrielHub

/// The list of tenants, in memory and in the store.
@NavigationModel
final class TenantsModel {
  var text = ""
  /// The cursors of the current page and the pages before it.
  var pages: [Tenant] = []
  @Transient var found: (rows: [TenantRow], hasMore: Bool)?
  @Transient var failure: String?
  @Environment(HubMonitor.self) var monitor

  init() {}

  var urlPath: String? { "tenants" }

  func start() {
    observe { self.look() }
  }

  /// Searches whenever the text or the page changes. Only a list without a search, which reads no more than a page of the
  /// store, is also read periodically.
  private func look() {
    let (text, cursor) = (text, pages.last)
    if text.isEmpty { _ = monitor.refreshes }
    monitor.answer({ hub in await Result { try await hub.listTenants(text, after: cursor, limit: Pager.size) } }) {
      [weak self] result in
      guard let self, self.text == text, self.pages.last == cursor else { return }
      switch result {
      case .success(let found): self.show(found.tenants, hasMore: found.hasMore)
      case .failure: self.failure = Problem.unreadable("The list of tenants").detail
      }
    }
  }

  /// Goes back a page if this one has become empty.
  private func show(_ rows: [TenantRow], hasMore: Bool) {
    if rows.isEmpty, !pages.isEmpty {
      pages.removeLast()
    } else {
      (found, failure) = ((rows, hasMore), nil)
    }
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: search, prompt: "Part of a name").id("search")
      }
      if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let found { list(found.rows, hasMore: found.hasMore) } else { ProgressView("Searching") }
    }
    .toolbar { Button("Refresh") { self.look() }.id("refresh") }
    .navigationTitle("Tenants")
  }

  @ViewBuilder private func list(_ rows: [TenantRow], hasMore: Bool) -> some View {
    let isWhole = pages.isEmpty && !hasMore
    Text(isWhole ? Words.count(rows.count, "tenant") : "Page \(pages.count + 1)").foregroundStyle(.secondary).id(
      "count")
    List {
      ForEach(rows, id: \.tenant.name) { row in
        NavigationLink(to: TenantPage(tenant: row.tenant)) {
          VStack(alignment: .leading, spacing: 2) {
            Text(Words.plain(row.tenant.name))
            Text(row.summary).font(.caption).foregroundStyle(row.isUsable ? .secondary : .danger)
          }
        }
        .id("tenant")
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

extension TenantRow {
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

  var title: String { state.title + (isAwake ? ", never sleeps" : "") }

  fileprivate var isUsable: Bool { state == .open || state == .asleep }
}

extension TenantRow.State {
  var title: String {
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
  /// Calls `then` if the app has more than one tenant, so that lists have to tell them apart.
  func lookForTenants(then: @escaping () -> Void) {
    guard hub.mayHaveTenants else { return }
    answer({ hub in try? await hub.listTenants(limit: 2).tenants.count }) { count in if count ?? 0 > 1 { then() } }
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
