import Oriel
import OrielDocument
import OrielHub

/// The operators' acts, newest first, page by page.
@NavigationModel
final class AuditModel {
  var who = ""
  var act = ""
  var target = ""
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  /// The cursors of the current page and the pages before it.
  var pages: [Int] = []
  @Transient var found: [AuditRecord]?
  @Transient var failure: String?
  @Environment(HubMonitor.self) var monitor

  private static let size = 25

  init() {}

  init(tenant: Tenant) {
    self.tenant = tenant.name
  }

  var urlPath: String? { "audit" }

  func start() {
    monitor.lookForTenants()
    observe { self.look() }
  }

  /// Searches whenever the filter or the page changes.
  private func look() {
    guard rights.allow(OperatorRights.audit) else { return found = nil }
    let query = AuditQuery(
      who: who.isEmpty ? nil : who, act: act.isEmpty ? nil : act, target: target.isEmpty ? nil : target,
      tenant: .typed(tenant), before: pages.last, limit: Self.size + 1)
    monitor.answer({ hub in await Result { try await hub.audit(query) } }) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let records): (self.found, self.failure) = (records, nil)
      case .failure: self.failure = Problem.unreadable("The audit").detail
      }
    }
  }

  var body: some View {
    VStack {
      Form {
        TextField("Who", text: changing(\.who), prompt: "Operator ID").id("who")
        Picker("Act", selection: changing(\.act)) {
          Text("All").tag("")
          ForEach(Act.names, id: \.self) { Text($0).tag($0) }
        }
        .id("act")
        TextField("Target", text: changing(\.target), prompt: "user:…, window:…, tenant:…, all or server").id("target")
        if monitor.hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: changing(\.tenant), prompt: "Any").id("tenant")
        }
      }
      if let failure { Text(failure).foregroundStyle(.danger).id("failure") }
      if let found { list(found) } else { ProgressView("Searching") }
      Text("To export all records as JSON lines: oriel audit --export").font(.caption).foregroundStyle(.secondary)
    }
    .toolbar { Button("Refresh") { self.look() }.id("refresh") }
    .navigationTitle("Audit")
  }

  @ViewBuilder private func list(_ found: [AuditRecord]) -> some View {
    let records = found.prefix(Self.size)
    List {
      ForEach(Array(records), id: \.id) { record in
        VStack(alignment: .leading, spacing: 2) {
          HStack {
            Text("\(record.act) \(record.target)").id("record")
            Spacer()
            Text(record.outcome.rawValue)
              .foregroundStyle(record.outcome == .failed || record.outcome == .forbidden ? .danger : .secondary)
          }
          Text(Self.facts(record)).font(.caption).foregroundStyle(.secondary)
        }
      }
      if records.isEmpty { Text("No records.").foregroundStyle(.secondary).id("none") }
    }
    HStack {
      Button("Newer") { self.pages.removeLast() }.disabled(pages.isEmpty).id("newer")
      Button("Older") { self.older(than: records.last) }.disabled(found.count <= Self.size).id("older")
      Button("Copy as JSON lines") { self.copy(records) }.disabled(records.isEmpty).id("copy")
    }
  }

  private func older(than record: AuditRecord?) {
    if let record { pages.append(record.number) }
  }

  private func copy(_ records: ArraySlice<AuditRecord>) {
    let lines = records.map { "\(JSONValue.object($0.json))" }.joined(separator: "\n")
    sendEnvironmentTrigger(.copy(lines))
  }

  /// Changing a filter returns to the newest records.
  private func changing(_ path: ReferenceWritableKeyPath<AuditModel, String>) -> Binding<String> {
    Binding(
      get: { self[keyPath: path] },
      set: {
        self[keyPath: path] = $0
        self.pages = []
      })
  }

  private static func facts(_ record: AuditRecord) -> String {
    var facts = ["\(OperatorTime.text(record.time)) UTC", "\(record.who) (\(record.way.rawValue))", record.detail]
    if let tenant = record.tenant, tenant != .app, record.target != "\(WindowTarget.tenant(tenant))" {
      facts.append("in \(tenant.name)")
    }
    if let windows = record.windows { facts.append(windows == 1 ? "1 window" : "\(windows) windows") }
    if !record.reason.isEmpty { facts.append("“\(record.reason)”") }
    return Words.plain(facts.filter { !$0.isEmpty }.joined(separator: " · "))
  }
}

/// Formats wall-clock times.
enum OperatorTime {
  /// `2026-11-21 22:26:40`, of milliseconds since 1970.
  static func text(_ milliseconds: Int64) -> String {
    let time = UTCTime(milliseconds)
    return "\(time.day) \(time.time)"
  }
}
