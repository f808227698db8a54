import Oriel
import OrielDocument
import OrielHub

/// The list of windows, searched, filtered, counted and paged on the server.
@NavigationModel
final class WindowsModel {
  var filter = WindowFilter()
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  var page = 0
  @Transient let list = APIList("windows") { ListedWindow($0) }
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
    _ = monitor.refreshes
    monitor.lookForTenants()
    let query: KeyValuePairs<String, String?> = [
      "search": filter.text.isEmpty ? nil : filter.text, "tenant": tenant.isEmpty ? nil : tenant, "user": filter.user,
      "scene": filter.scene, "state": filter.state.rawValue, "tag": filter.tag,
      "unused": filter.unusedFor > 0 ? "\(filter.unusedFor)" : nil, "after": "\(page * Pager.size)",
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
        if monitor.hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: changing(\.tenant), prompt: "Any").id("tenant")
        }
      }
      results
    }
    .navigationTitle(filter.user.map { Words.plain("Windows of \($0)") } ?? "Windows")
  }

  @ViewBuilder private var results: some View {
    if let failure = list.failure { Text(failure).foregroundStyle(.danger).id("failure") }
    if let found = list.page {
      let count = found.count ?? 0
      let pager = Pager(page: page, count: count, what: count == 1 ? "window" : "windows")
      Text(pager.summary).foregroundStyle(.secondary).id("count")
      MissingNodes(names: found.missing)
      List {
        ForEach(found.rows, id: \.id.rawValue) { row in
          ScreenRow(
            title: row.title, facts: self.summary(of: row), warning: row.parked.map { "Parked: \($0)" },
            destination: WindowPage(id: row.id), node: self.monitor.other(row.node),
            path: "/windows/\(PercentEncoding.encode(row.id.rawValue))", name: "window")
        }
      }
      PageTurner(page: bind(\.page), pages: pager.pages)
    } else if list.failure == nil {
      ProgressView("Searching")
    }
  }

  private func summary(of row: ListedWindow) -> String {
    let tenant = monitor.hasTenants ? row.tenant.label(beside: row.user) : nil
    let facts = [row.user, tenant, row.scene, row.state.title.lowercased(), Words.age(monitor.now - row.used)]
    return (facts.compactMap(\.self) + row.tags).joined(separator: " · ")
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

/// A window of the list.
struct ListedWindow {
  let id: WindowID
  let tenant: Tenant
  let user: String
  let scene: String
  let title: String
  let state: WindowFilter.State
  /// Milliseconds since 1970.
  let used: Int64
  let tags: [String]
  /// The reason why it is parked.
  let parked: String?
  let node: String?

  init?(_ json: JSONObject) {
    guard let window = WindowSummary(json), let state = json["state"]?.stringValue.flatMap(WindowFilter.State.init)
    else { return nil }
    (id, tenant, user, scene, title) = (window.id, window.tenant, window.user, window.scene, window.title)
    (self.state, node) = (state, window.node)
    used = Int64(json["used"]?.integerValue ?? 0)
    tags = (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    parked = json["parked"].map {
      Parked.reason(times: $0["times"]?.integerValue ?? 0, turn: $0["turn"]?.stringValue ?? "")
    }
  }
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
