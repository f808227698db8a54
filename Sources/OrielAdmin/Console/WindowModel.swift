import Oriel
import OrielDocument
import OrielHub

/// One window: its mirror, and beside it its facts, its log, its models and what can be done, now and since the operator opened it.
@NavigationModel
final class WindowModel {
  enum Part: String, Codable, CaseIterable {
    case act = "Act"
    case log = "Log"
    case graph = "Models"
    case document = "Document"
  }

  let id: WindowID
  var part = Part.log
  /// Whether the panel beside the mirror is open; `nil` for where there is room.
  var showsPanel: Bool?
  /// The displayed revision; `nil` for the latest.
  var rev: Int?
  /// The reason why the last act failed.
  @Transient var failure: String?
  /// A sentence about the last act.
  @Transient var said: String?
  /// The trigger that asks the page whether it is well.
  @Transient var asked: String?
  /// The stored summary of a window that is not in memory; `nil` if it is gone.
  @Transient var absent: WindowSummary?
  @Transient var isSought = true
  /// The node that has it in memory.
  @Transient var nodeName: String?
  /// The window as it was when it was closed, if it can be brought back.
  @Transient var closed: WindowSummary?
  /// Whether to act even if the window is locked.
  @Transient var isForced = false
  /// Why the operator acts, for the audit.
  var reason = ""
  /// The inputs for navigating and sending.
  var address = ""
  var action = "reset"
  var destination = ""
  var properties = "{}"
  /// The user to give the window to.
  var newOwner = ""
  /// The scene to open for the window's user.
  var scene = ""
  @Environment(HubMonitor.self) var monitor
  @Environment(\.window) var ownWindow
  @Environment(\.user) var user
  @Environment(\.size) var size

  init(id: WindowID) {
    self.id = id
  }

  var urlPath: String? { id.rawValue }

  func start() {
    observe { self.look() }
  }

  /// Asks the store if the window is not in memory.
  private func look() {
    guard inspected == nil else { return }
    let id = id
    monitor.answer({ hub in await OperatorCommand(.dismiss, to: .window(id)).window(on: hub) }) { [weak self] found in
      self?.absent = self?.ifAllowed(found)
      self?.lookForNode()
      self?.lookForClosed()
    }
  }

  private func lookForNode() {
    guard let tenant = absent?.tenant, monitor.nodeName != nil else { return }
    monitor.answer({ hub in await hub.otherNodeName(of: tenant) }) { [weak self] in self?.nodeName = $0 }
  }

  private func lookForClosed() {
    let id = id
    monitor.answer({ hub in await OperatorCommand(.restore, to: .window(id)).window(on: hub) }) { [weak self] found in
      self?.closed = self?.ifAllowed(found)
      self?.isSought = false
    }
  }

  private func ifAllowed(_ found: WindowSummary?) -> WindowSummary? {
    found.flatMap { rights.allow(OperatorRights.look, scene: $0.scene, tags: []) ? $0 : nil }
  }

  /// The window, if it is in memory and the operator may see it.
  private var inspected: WindowInspection? {
    monitor.inspect(id).flatMap { rights.allow(OperatorRights.look, in: $0.row) ? $0 : nil }
  }

  var body: some View {
    if let window = inspected {
      let past = pastDocument(of: window)
      VStack {
        if let lag = window.row.page?.lag { BehindNotice(model: self, window: window, lag: lag) }
        timeline(of: window)
        if let answer { Text(answer).id("answer") }
        if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
        Component("mirror", json: mirror(of: window, past: past?.document)).id("mirror")
      }
      .inspector(isPresented: panel) {
        VStack {
          WindowFacts(window: window)
          Picker("Show", selection: bind(\.part)) {
            ForEach(parts, id: \.rawValue) { Text($0.rawValue).tag($0) }
          }
          .pickerStyle(.segmented).id("part")
          shown(of: window, past)
        }
        .controlSize(.mini)
      }
      .toolbar {
        Button("Copy ID", systemImage: "clipboard") { self.sendEnvironmentTrigger(.copy(self.id.rawValue)) }.id("copy")
        Button("Details", systemImage: "layout-sidebar-inset-reverse") { self.showsPanel = !self.isPanelOpen }
          .keyboardShortcut("i", modifiers: []).id("details")
      }
      .navigationTitle(window.row.title)
    } else if isSought {
      ProgressView("Searching").navigationTitle("Window")
    } else {
      AbsentWindow(model: self, window: absent, closed: closed).navigationTitle((absent ?? closed)?.title ?? "Window")
    }
  }

  private var parts: [Part] { Part.allCases.filter { $0 != .act || rights.allowActing } }

  private var isPanelOpen: Bool { showsPanel ?? (size.width == 0 || size.width >= Self.roomForPanel) }
  /// CSS pixels.
  private static let roomForPanel = 900.0

  private var panel: Binding<Bool> { Binding(get: { self.isPanelOpen }, set: { self.showsPanel = $0 }) }

  @ViewBuilder private func shown(of window: WindowInspection, _ past: PastDocument?) -> some View {
    switch part {
    case .document:
      Component("tree", json: tree(past?.document ?? window.document, changed: past?.changed ?? window.changed))
        .id("tree")
    case .graph:
      Text(verbatim: window.graph.description.replacing("\t", with: "    ")).monospaced().font(.caption).id("models")
    case .log: WindowLogList(events: window.events)
    case .act: WindowCommands(model: self, window: window)
    }
  }

  // MARK: Back and forth

  /// The displayed document, if it is an earlier one.
  private func pastDocument(of window: WindowInspection) -> PastDocument? {
    rev.flatMap { $0 == window.rev ? nil : monitor.document(of: id, at: $0) }
  }

  private func timeline(of window: WindowInspection) -> some View {
    let moments = window.moments
    let index = rev.flatMap { rev in moments.firstIndex { $0.rev == rev } } ?? moments.count - 1
    let isPast = index < moments.count - 1
    return HStack {
      Button("Earlier", systemImage: "arrow.left") { self.rev = moments[max(0, index - 1)].rev }
        .disabled(index <= 0).id("earlier")
      Button("Later", systemImage: "arrow.right") { self.rev = moments[min(moments.count - 1, index + 1)].rev }
        .disabled(!isPast).id("later")
      Button("Now") { self.rev = nil }.disabled(rev == nil).id("now")
      if moments.indices.contains(index) {
        Text("Revision \(moments[index].rev) of \(window.rev), \(Words.time(moments[index].time)) UTC")
          .foregroundStyle(.secondary).id("moment")
        Spacer()
        if rights.allow(.open, scene: window.row.scene, tags: []) {
          Button("Open a copy") { self.fork(at: moments[index].rev) }.id("fork")
        }
      }
    }
  }

  private func fork(at rev: Int) {
    let (id, own, who) = (id, ownWindow, Operator(id: user.id, way: .console, rights: rights))
    monitor.answer({ hub in
      await Result { try await OperatorCommand.openCopy(of: id, at: rev, from: own, as: who, on: hub) }
    }) {
      [weak self] result in
      if case .failure(let error) = result {
        self?.failure = "The copy can’t be opened: \(error)"
      } else {
        self?.failure = nil
      }
    }
  }

  // MARK: What the page's scripts are given

  private func mirror(of window: WindowInspection, past: JSONValue?) -> JSONValue {
    // A page that has not reported its size gets a default one.
    let size = window.size.width > 0 ? window.size : WindowSize(width: 1024, height: 768)
    var json: JSONObject = [
      "window": .string(window.row.id.rawValue), "width": .number(size.width), "height": .number(size.height),
    ]
    json["past"] = past
    return .object(json)
  }

  private func tree(_ document: JSONValue, changed: [String]) -> JSONValue {
    ["document": document, "changed": .array(changed.map(JSONValue.string))]
  }
}

/// Says that the page does not show what its window shows.
struct BehindNotice: View {
  let model: WindowModel
  let window: WindowInspection
  let lag: PageLag

  var body: some View {
    HStack {
      Image(systemName: "exclamation-triangle-fill").foregroundStyle(.danger)
      Text("Its page is \(Words.count(lag.changes, "change")) behind, for \(Words.span(lag.milliseconds)).").bold()
      Spacer()
      PageButtons(model: model, window: window)
    }
    .id("behind")
  }
}

/// Asks the page of the window, or has it load again.
struct PageButtons: View {
  let model: WindowModel
  let window: WindowInspection

  var body: some View {
    if model.rights.allow(.trigger, in: window.row) {
      let isPossible = model.isActing && window.row.page != nil
      Button("Ask the page") { self.model.askPage() }.disabled(!isPossible).id("ask")
      Button("Reload its page") { self.model.reloadPage() }.disabled(!isPossible).id("reload")
    }
  }
}

/// The window's page, user and state.
struct WindowFacts: View {
  let window: WindowInspection

  var body: some View {
    if let page = window.row.page { Section("Page") { FactRows(facts: page.facts(in: window)) } }
    Section("Window") { FactRows(facts: facts) }
  }

  private var facts: [Fact] {
    let size = window.size.width > 0 ? "\(Int(window.size.width)) × \(Int(window.size.height))" : "–"
    let tenant = window.row.tenant
    let known = [window.row.name, window.row.email].compactMap { $0.map(Words.plain) }
    return [Fact("User", Words.short(window.row.user), note: known.isEmpty ? nil : known.joined(separator: ", "))]
      + (tenant == .app ? [] : [Fact("Tenant", tenant.name)]) + [
        Fact("Scene", window.row.scene), Fact("Address", window.url),
        Fact("State", window.row.state.title + (window.isLocked ? ", locked" : "")),
        Fact("Window", Words.short(window.row.id.rawValue)), Fact("Revision", "\(window.rev)"),
        Fact("Screen", "\(size), \(window.locale)"),
        Fact("Models", "\(window.modelCount)"),
      ]
  }
}

extension PageHealth {
  /// Whether the user of the window sees what an operator sees, and how well the page is connected.
  fileprivate func facts(in window: WindowInspection) -> [Fact] {
    let shown =
      if let lag {
        Fact(
          "Page shows", "\(Words.count(lag.changes, "change")) behind", note: "for \(Words.span(lag.milliseconds))",
          tone: .danger)
      } else if isHidden {
        Fact("Page shows", "Nothing", note: "It is in the background.")
      } else {
        Fact("Page shows", drawn.map { $0 >= window.rev ? "The latest" : "Revision \($0)" } ?? "Not known")
      }
    return [
      shown,
      Fact(
        "Last sign", "\(Words.span(silence)) ago",
        note: roundTrip.map { "answers in \(Words.duration(Int64($0) * 1_000_000))" }),
      Fact("Browser", browser.isEmpty ? "Not known" : browser, note: isOutdated ? "An older version of the page" : nil),
    ]
  }
}

/// The window's recent events, latest first.
struct WindowLogList: View {
  let events: [ActivityEntry]

  var body: some View {
    List {
      ForEach(Array(events.enumerated().reversed()), id: \.offset) { _, event in
        VStack(alignment: .leading) {
          HStack {
            Text(title(of: event)).bold(event.by != nil)
            Spacer()
            Text(outcome(of: event)).foregroundStyle(isRefused(event) ? .danger : .secondary)
          }
          Text(facts(of: event)).font(.caption).foregroundStyle(.secondary)
        }
      }
      if events.isEmpty { Text("Nothing has happened yet.").foregroundStyle(.secondary) }
    }
  }

  private func title(of event: ActivityEntry) -> String {
    if !event.message.isEmpty { return Words.plain(event.message) }
    let source = event.element.isEmpty ? event.type : "“\(event.element)” of \(event.type)"
    return Words.plain("\(event.name) on \(source)")
  }

  private func facts(of event: ActivityEntry) -> String {
    var facts = ["\(Words.time(event.time)) UTC", event.model]
    if event.outcome != .happened { facts += [Words.duration(event.nanoseconds), Words.bytes(event.bytes)] }
    if let by = event.by { facts.append("by \(by)") }
    return facts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func outcome(of event: ActivityEntry) -> String {
    switch event.outcome {
    case .applied: "applied"
    case .rejected(let code): code.rawValue
    case .happened: event.name
    }
  }

  private func isRefused(_ event: ActivityEntry) -> Bool {
    if case .rejected = event.outcome { true } else { false }
  }
}
