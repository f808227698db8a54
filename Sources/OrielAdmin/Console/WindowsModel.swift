import Oriel
import OrielHub

/// The list of windows, searched, filtered, counted and paged on the server.
@NavigationModel
final class WindowsModel {
  var filter = WindowFilter()
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  var page = 0
  /// Whether the app has more than one tenant.
  @Transient var hasTenants = false
  @Transient var found: Found<WindowRow>?
  @Transient let finder = Finder<WindowRow>()
  @Environment(HubMonitor.self) var monitor

  init() {}

  /// - Parameters:
  ///   - user: The user whose windows are listed.
  ///   - tenant: The tenant in which the user is this member, if the app has more than one.
  init(user: String, tenant: Tenant?) {
    filter.user = user
    self.tenant = tenant?.name ?? ""
  }

  /// Lists all windows of a tenant, because one that is asleep has none in memory.
  init(tenant: Tenant) {
    filter.state = .all
    self.tenant = tenant.name
  }

  var urlPath: String? { "windows" }

  func start() {
    observe { self.look() }
  }

  /// Searches whenever the filter or the page changes, and periodically.
  private func look() {
    var (filter, page) = (filter, page)
    filter.tenant = .typed(tenant)
    filter.scopes = rights.scopes(for: OperatorRights.look)
    _ = monitor.refreshes
    if !hasTenants { monitor.lookForTenants { [weak self] in self?.hasTenants = true } }
    finder.find(page: page, on: monitor, { [monitor, filter] in await monitor.findWindows(filter, $0) }) {
      [weak self] in self?.show($0)
    }
  }

  /// Shows the last page if there are fewer pages than before.
  private func show(_ found: Found<WindowRow>) {
    self.found = found
    guard page >= found.pages else { return }
    page = found.pages - 1
    look()
  }

  var body: some View {
    VStack {
      Form {
        TextField("Search", text: changing(\.filter.text), prompt: "User, title, scene or id").id("search")
        Picker("Scene", selection: changing(\.filter.scene)) {
          Text("All").tag(String?.none)
          ForEach(monitor.sceneIDs, id: \.self) { Text($0).tag(String?.some($0)) }
        }
        .id("scene")
        Picker("State", selection: changing(\.filter.state)) {
          ForEach(WindowFilter.State.allCases, id: \.rawValue) { Text($0.title).tag($0) }
        }
        .id("state")
        Picker("Not used for", selection: changing(\.filter.unusedFor)) {
          ForEach(Self.ages, id: \.0) { Text($0.1).tag($0.0) }
        }
        .id("age")
        TextField("Tag", text: changing(\.tag), prompt: "Any").id("tag")
        if hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: changing(\.tenant), prompt: "Any").id("tenant")
        }
      }
      results
    }
    .navigationTitle(filter.user.map { Words.plain("Windows of \($0)") } ?? "Windows")
  }

  @ViewBuilder private var results: some View {
    if let found {
      let pager = Pager(page: page, count: found.count, what: found.count == 1 ? "window" : "windows")
      Text(pager.summary).foregroundStyle(.secondary).id("count")
      List {
        ForEach(current(found.rows), id: \.id.rawValue) { row in
          NavigationLink(to: WindowPage(id: row.id)) {
            VStack(alignment: .leading, spacing: 2) {
              Text(Words.plain(row.title))
              Text(self.summary(of: row)).font(.caption).foregroundStyle(.secondary)
              if let parked = row.parked {
                Text("Parked: \(parked.reason)").font(.caption).foregroundStyle(.danger)
              }
            }
          }
          .id("window")
        }
      }
      PageTurner(page: bind(\.page), pages: pager.pages)
    } else {
      ProgressView("Searching")
    }
  }

  /// Updates earlier search results with current values.
  private func current(_ rows: [WindowRow]) -> [WindowRow] {
    let now = monitor.rows(of: rows.map(\.id))
    return rows.map { now[$0.id] ?? $0 }
  }

  private func summary(of row: WindowRow) -> String {
    let tenant = hasTenants ? row.tenant.label(beside: row.user) : nil
    let facts = [row.user, tenant, row.scene, row.state.title.lowercased(), Words.age(monitor.now - row.lastUsedAt)]
    return Words.plain((facts.compactMap(\.self) + row.tags).joined(separator: " · "))
  }

  private var tag: String {
    get { filter.tag ?? "" }
    set { filter.tag = newValue.isEmpty ? nil : newValue }
  }

  /// Changing the filter returns to the first page.
  private func changing<Value>(_ path: ReferenceWritableKeyPath<WindowsModel, Value>) -> Binding<Value> {
    Binding(
      get: { self[keyPath: path] },
      set: {
        self[keyPath: path] = $0
        self.page = 0
      })
  }

  private static let ages: [(Int64, String)] = [
    (0, "Any time"), (300_000, "5 minutes"), (3_600_000, "An hour"), (86_400_000, "A day"),
  ]
}

extension WindowFilter.State {
  var title: String {
    switch self {
    case .awake: "In memory"
    case .attached: "Attached"
    case .waiting: "Waiting"
    case .asleep: "Asleep"
    case .parked: "Parked"
    case .all: "All"
    }
  }
}

/// One window's screen.
struct WindowPage: NavigationDestination {
  let id: WindowID

  func makeModel() -> any NavigationModel { WindowModel(id: id) }
}

/// The windows of one user, in one tenant if the app has several.
struct UserWindows: NavigationDestination {
  let user: String
  var tenant: Tenant?

  func makeModel() -> any NavigationModel { WindowsModel(user: user, tenant: tenant) }
}
