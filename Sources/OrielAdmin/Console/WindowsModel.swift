import Oriel
import OrielDocument
import OrielHub

/// The windows as a table: filtered, sorted and counted by the API.
@NavigationModel
final class WindowsModel {
  /// The filter as it is typed, and as it was when it could last be read.
  var text = ""
  var filter = ""
  var sort: [TableSort] = []
  var selected: Set<String> = []
  /// Whether acts only say what they would do.
  var isDry = false
  @Transient var isFilterFocused = false
  /// Why the operator acts, for the audit.
  var reason = ""
  @Transient var said: String?
  @Transient var failure: String?
  /// The act that takes the last one back, and its windows.
  @Transient private var undo: (act: String, ids: [String])?
  @Transient let source = APISource("windows") { ListedWindow($0) }
  @Environment(HubMonitor.self) var monitor

  /// - Parameter filter: The filter at first.
  init(filter: String = "") { (text, self.filter) = (filter, filter) }

  /// - Parameters:
  ///   - user: The user whose windows are listed.
  ///   - tenant: The tenant in which the user is this member, if the app has more than one.
  convenience init(user: String, tenant: Tenant?) {
    let tenant = tenant.map { " tenant:\(WindowFilter.quoted($0.name))" } ?? ""
    self.init(filter: "user:\(WindowFilter.quoted(user))\(tenant)")
  }

  /// Lists all windows of a tenant, because one that is asleep has none in memory.
  convenience init(tenant: Tenant) { self.init(filter: "tenant:\(WindowFilter.quoted(tenant.name)) is:all") }

  /// With the filter, so that the address can be sent to a colleague.
  var urlPath: String? { filter.isEmpty ? "windows" : "windows?filter=\(PercentEncoding.encode(filter))" }

  func start() {
    source.begin(for: self, monitor)
    observe {
      _ = self.monitor.refreshes
      self.monitor.lookForTenants()
      self.source.refresh()
    }
  }

  private var typed: Binding<String> {
    Binding(
      get: { self.text },
      set: {
        self.text = $0
        if self.mistake == nil { self.filter = $0 }
      })
  }

  /// The reason why the typed filter can't be read.
  private var mistake: String? {
    do {
      _ = try WindowFilter(text)
      return nil
    } catch {
      return error.words
    }
  }

  /// The API lists windows in any state unless a filter says otherwise; the console those in memory.
  private var parameters: [String: String] {
    let namesState = filter.split(separator: " ").contains { $0.hasPrefix("is:") }
    return namesState ? ["filter": filter] : ["filter": filter, "state": WindowFilter.State.awake.rawValue]
  }

  var body: some View {
    VStack {
      TextField("Filter", text: typed, prompt: "Words, scene:shop, is:waiting, idle>5m, tag:vip, -node:b").problem(
        mistake
      )
      .help(
        "Words of the titles, the person, scene, tags or id, and conditions with user, tenant, scene, tag, node, title, id, is, idle and slowest. A minus before one excludes."
      )
      .focused(bind(\.isFilterFocused)).id("search")
      HStack {
        if let count = source.count { Text(Words.count(count, "window")).foregroundStyle(.secondary).id("count") }
        MissingNodes(names: source.missing)
      }
      if !selected.isEmpty { acts }
      if let said {
        HStack {
          Text(said).id("said")
          if undo != nil { Button("Undo") { await self.takeBack() }.disabled(!isActing).id("undo") }
        }
      }
      if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
      table
    }
    .commands {
      CommandMenu("Windows") {
        Button("Type a filter", systemImage: "search") { self.isFilterFocused = true }.keyboardShortcut(
          "/", modifiers: []
        )
        .id("filter")
        ForEach(Self.views, id: \.filter) { view in
          Button(view.title, systemImage: "list-ul") { (self.text, self.filter) = (view.filter, view.filter) }.id(
            "view")
        }
      }
    }
    .navigationTitle("Windows")
  }

  /// Filters that operators often need, by their names.
  private static let views = [
    (title: "Pages behind", filter: "is:behind"), (title: "Waiting for a page", filter: "is:waiting"),
    (title: "Slow windows", filter: "slowest>100ms"), (title: "Parked windows", filter: "is:parked"),
    (title: "All in memory", filter: ""),
  ]

  private var table: some View {
    let (hasTenants, now) = (monitor.hasTenants, monitor.now)
    return Table(source, matching: parameters, selection: bind(\.selected), sortOrder: bind(\.sort)) {
      TableColumn("Window", value: \.title) { row in
        if let node = self.monitor.other(row.node) {
          Link(Words.plain(row.title), destination: ServerNode.console(of: node, at: row.path))
            .accessibilityLabel(Words.plain("Show \(row.title) on \(node)"))
        } else {
          Button(Words.plain(row.title)) { self.open(row.id) }.buttonStyle(.plain)
        }
        if let parked = row.parked { Text("Parked: \(parked)").font(.caption).foregroundStyle(.danger) }
        ForEach(row.tags.prefix(3), id: \.self) { tag in Chip(tag) }
      }
      .customizationID("title").width(min: 140, ideal: 220).pinned()
      TableColumn("Person", value: \.person) { row in
        Text(row.person)
        if let email = row.email { Text(Words.plain(email)).font(.caption).foregroundStyle(.secondary) }
      }
      .customizationID("user").width(min: 90, ideal: 130).priority(1)
      if hasTenants {
        TableColumn("Tenant", value: \.tenantName).customizationID("tenant").width(min: 70, ideal: 90).priority(2)
      }
      TableColumn("Scene", value: \.scene).customizationID("scene").width(min: 70, ideal: 90).priority(2)
      TableColumn("State", value: \.stateTitle) { row in
        HStack(spacing: 6) {
          Image(systemName: row.state.symbol).foregroundStyle(row.state.tone)
          Text(row.stateTitle)
        }
      }
      .customizationID("state").width(min: 96, ideal: 110)
      TableColumn("Page behind", value: \.behindFor) { row in Text(row.behind) }.alignment(.numeric)
        .customizationID("behind").width(min: 80, ideal: 100).priority(2)
      TableColumn("Events/min", value: \.events) { row in Text(row.recentEvents) }.alignment(.numeric)
        .customizationID("events").width(min: 80, ideal: 90).priority(3)
      TableColumn("Slowest", value: \.slowest) { row in Text(row.slowest == 0 ? "–" : Words.duration(row.slowest)) }
        .alignment(.numeric).customizationID("slowest").width(min: 70, ideal: 80).priority(3)
      TableColumn("Idle", value: \.used) { row in Text(Words.idle(now - row.used)) }.alignment(.numeric)
        .customizationID("idle").width(min: 60, ideal: 70).priority(1)
      if monitor.nodeName != nil {
        TableColumn("Node", value: \.nodeName).customizationID("node").priority(2)
      }
    }
    .contextMenu(forSelectionType: String.self) { ids in
      if ids.count == 1, let id = ids.first { Button("Open", systemImage: "arrow.right") { self.open(id) } }
      ForEach(WindowsAct.allCases.filter { self.rights.allowSomewhere($0.act) }, id: \.rawValue) { act in
        Button(act.title, role: act.role) { await self.perform(act, on: ids) }.disabled(!self.isActing)
      }
    } primaryAction: { ids in
      if let id = ids.first { self.open(id) }
    }
    .emptyContent {
      ContentUnavailableView(
        "No window matches", systemImage: "magnifyingglass",
        description: Text("Windows that sleep are found with is:all.")
      ) {}
    }
    .downloads("windows.csv")
    .id("windows")
  }

  @ViewBuilder private var acts: some View {
    HStack {
      Text("\(selected.count) selected").bold().id("selected")
      ForEach(WindowsAct.allCases.filter { self.rights.allowSomewhere($0.act) }, id: \.rawValue) { act in
        Button(act.title, role: act.role) { await self.perform(act, on: self.selected) }.id(act.rawValue)
      }
      Toggle("Dry run", isOn: bind(\.isDry)).id("dry-run")
      TextField("Reason", text: bind(\.reason), prompt: "For the audit").id("reason")
    }
    .disabled(!isActing)
    if !isActing { ActingNotice(isActing: false) }
  }

  private func open(_ id: String) { navigate(to: WindowPage(id: WindowID(id))) }

  // MARK: Acting on many

  /// Sends an act for each window, wherever it is, and says what became of them.
  private func perform(_ act: WindowsAct, on ids: Set<String>) async {
    guard isActing else { return }
    let (isDry, windows) = (isDry, Words.count(ids.count, "window"))
    if act.asks, !isDry {
      let consequence =
        "Their pages close and say that an operator did it. For 10 minutes, their users can reopen them."
      guard await isSure("\(act.verb) \(windows)?", consequence, act.verb) else { return }
    }
    let done = await send(act.rawValue, to: ids.sorted(), isDry: isDry)
    let reached = Words.count(done.count, "window")
    said = isDry ? "Would \(act.verb.lowercased()) \(reached)." : "\(act.past) \(reached)."
    undo = isDry || done.isEmpty ? nil : act.opposite.map { ($0, done) }
  }

  /// Takes the last act back.
  private func takeBack() async {
    guard isActing, let (act, ids) = undo else { return }
    let done = await send(act, to: ids, isDry: false)
    said = "Taken back in \(Words.count(done.count, "window"))."
  }

  /// - Returns: The windows in which it was done, or would be.
  private func send(_ act: String, to ids: [String], isDry: Bool) async -> [String] {
    (said, failure, undo) = (nil, nil, nil)
    var (done, reasons) = ([String](), [String: Int]())
    for id in ids {
      var body: JSONObject = ["act": .string(act), "target": ["window": .string(id)]]
      if !reason.isEmpty { body["reason"] = .string(reason) }
      let request = ConsoleRequest(path: "acts", parameters: isDry ? ["dry-run": "true"] : [:], body: body)
      switch await answer(to: request) {
      case .success(let answer): if (answer["windows"]?.integerValue ?? 0) > 0 { done.append(id) }
      case .failure(let problem): reasons[problem.reason, default: 0] += 1
      }
    }
    let failures = reasons.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
    failure = failures.isEmpty ? nil : failures.joined(separator: " ")
    source.refresh()
    return done
  }
}

/// An act on the selected windows.
private enum WindowsAct: String, CaseIterable {
  case focus, lock, unlock, dismiss

  var act: Act {
    switch self {
    case .focus: .focus
    case .lock: .lock
    case .unlock: .unlock
    case .dismiss: .dismiss
    }
  }

  var title: String { self == .dismiss ? "Dismiss…" : verb }

  var verb: String {
    switch self {
    case .focus: "Bring to the front"
    case .lock: "Lock"
    case .unlock: "Unlock"
    case .dismiss: "Dismiss"
    }
  }

  var past: String {
    switch self {
    case .focus: "Asked the pages to come to the front:"
    case .lock: "Locked"
    case .unlock: "Unlocked"
    case .dismiss: "Dismissed"
    }
  }

  /// The act that takes it back.
  var opposite: String? {
    switch self {
    case .focus: nil
    case .lock: Self.unlock.rawValue
    case .unlock: Self.lock.rawValue
    case .dismiss: "restore"
    }
  }

  /// Whether it can't be taken back at once.
  var asks: Bool { self == .dismiss }
  var role: ButtonRole? { asks ? .destructive : nil }
}

/// A window of the list.
struct ListedWindow: Identifiable, Sendable {
  let id: String
  let tenant: Tenant
  let user: String
  /// As the sign-in has told them.
  let name: String?
  let email: String?
  let scene: String
  let title: String
  let state: WindowFilter.State
  /// Milliseconds since 1970.
  let used: Int64
  let tags: [String]
  /// The events of the last minute, as far as they are kept.
  let events: Int
  /// Nanoseconds of the slowest of the last events.
  let slowest: Int64
  /// How far its page is behind, if it is.
  let lag: PageLag?
  /// The reason why it is parked.
  let parked: String?
  let node: String?

  init?(_ json: JSONObject) {
    guard let window = WindowSummary(json), let state = json["state"]?.stringValue.flatMap(WindowFilter.State.init)
    else { return nil }
    (id, tenant, user, scene, title) = (window.id.rawValue, window.tenant, window.user, window.scene, window.title)
    (self.state, node, name, email) = (state, window.node, window.name, window.email)
    used = Int64(json["used"]?.integerValue ?? 0)
    tags = (json["tags"]?.arrayValue ?? []).compactMap(\.stringValue)
    lag = window.page?.lag
    events = json["events"]?.integerValue ?? 0
    slowest = Int64(json["slowest"]?.integerValue ?? 0) * 1000
    parked = json["parked"].map {
      Parked.reason(times: $0["times"]?.integerValue ?? 0, turn: $0["turn"]?.stringValue ?? "")
    }
  }

  var person: String { Words.plain(name ?? user) }
  var tenantName: String { Words.plain(tenant.label(beside: user) ?? "") }
  var stateTitle: String { state.title }
  var behindFor: Int64 { lag?.milliseconds ?? 0 }
  /// `18 · 40 s`
  var behind: String { lag.map { "\($0.changes) · \(Words.span($0.milliseconds))" } ?? "–" }
  var nodeName: String { Words.plain(node ?? "") }
  /// Those that are kept are no more.
  var recentEvents: String { events >= WindowActivity.kept ? "\(events)+" : "\(events)" }
  /// The path of its screen below the console's own.
  var path: String { "/windows/\(PercentEncoding.encode(id))" }
}

extension WindowFilter.State {
  var title: String {
    switch self {
    case .awake: "In memory"
    case .attached: "Attached"
    case .behind: "Behind"
    case .waiting: "Waiting"
    case .asleep: "Asleep"
    case .parked: "Parked"
    case .all: "All"
    }
  }

  var symbol: String {
    switch self {
    case .awake, .attached, .all: "circle-fill"
    case .behind: "exclamation-triangle-fill"
    case .waiting: "circle"
    case .asleep: "moon"
    case .parked: "exclamation-octagon"
    }
  }
}

extension WindowFilter.State {
  var tone: ForegroundStyle {
    switch self {
    case .awake, .attached, .all: .success
    case .behind: .warning
    case .waiting, .asleep: .secondary
    case .parked: .danger
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
