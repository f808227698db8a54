import Oriel
import OrielDocument
import OrielHub

/// The operators' acts, newest first.
@NavigationModel
final class AuditModel {
  var who = ""
  var act = ""
  var target = ""
  /// The typed name of a tenant; empty for all.
  var tenant = ""
  @Transient let source = APISource("audit", member: "records", by: .cursor) { AuditRecord(json: .object($0)) }
  @Environment(HubMonitor.self) var monitor

  init() {}

  init(tenant: Tenant) {
    self.tenant = tenant.name
  }

  var urlPath: String? { "audit" }

  func start() {
    monitor.lookForTenants()
    source.begin(for: self, monitor)
  }

  private var parameters: [String: String] {
    ["who": who, "act": act, "target": target, "tenant": tenant].filter { !$0.value.isEmpty }
  }

  var body: some View {
    VStack {
      Grid {
        TextField("Who", text: bind(\.who), prompt: "Operator ID").id("who")
        Picker("Act", selection: bind(\.act)) {
          Text("All").tag("")
          ForEach(Act.names, id: \.self) { Text($0).tag($0) }
        }
        .id("act")
        TextField("Target", text: bind(\.target), prompt: "user:…, window:…, tenant:…, all or server").id("target")
        if monitor.hasTenants || !tenant.isEmpty {
          TextField("Tenant", text: bind(\.tenant), prompt: "Any").id("tenant")
        }
      }
      if rights.allow(OperatorRights.audit) { table }
      Text("To export all records as JSON lines: oriel audit --export").font(.caption).foregroundStyle(.secondary)
    }
    .toolbar { Button("Refresh") { self.source.refresh() }.id("refresh") }
    .navigationTitle("Audit")
  }

  private var table: some View {
    let hasTenants = monitor.hasTenants
    return Table(source, matching: parameters) {
      TableColumn("Time (UTC)", value: \.timeText).width(min: 150, ideal: 170).pinned()
      TableColumn("Act", value: \.act).width(min: 80, ideal: 100)
      TableColumn("Target", value: \.targetText).width(min: 120, ideal: 200)
      TableColumn("Outcome", value: \.outcomeText) { record in
        Text(record.outcomeText).foregroundStyle(record.hasFailed ? .danger : .secondary)
      }
      .width(min: 80, ideal: 100)
      TableColumn("Who", value: \.author).width(min: 100, ideal: 140).priority(1)
      TableColumn("Windows", value: \.windowsText).alignment(.numeric).width(min: 80, ideal: 90).priority(2)
      TableColumn("Reason", value: \.reasonText).width(min: 100, ideal: 200).priority(1)
      TableColumn("Details", value: \.detailText).width(min: 100, ideal: 200).priority(2)
      if hasTenants { TableColumn("Tenant", value: \.tenantName).width(min: 70, ideal: 90).priority(3) }
    }
    .emptyContent { ContentUnavailableView("No records", systemImage: "flag") {} }
    .downloads("audit.csv")
    .id("records")
  }
}

extension AuditRecord: Identifiable {
  fileprivate var timeText: String { OperatorTime.text(time) }
  fileprivate var targetText: String { Words.plain(target) }
  fileprivate var outcomeText: String { outcome.rawValue }
  fileprivate var hasFailed: Bool { outcome == .failed || outcome == .forbidden }
  /// `eve (console)`
  fileprivate var author: String { Words.plain("\(who) (\(way.rawValue))") }
  fileprivate var windowsText: String { windows.map { "\($0)" } ?? "" }
  fileprivate var reasonText: String { Words.plain(reason) }
  fileprivate var detailText: String { Words.plain(detail) }
  fileprivate var tenantName: String { Words.plain(tenant.map { $0 == .app ? "" : $0.name } ?? "") }
}

/// Formats wall-clock times.
enum OperatorTime {
  /// `2026-11-21 22:26:40`, of milliseconds since 1970.
  static func text(_ milliseconds: Int64) -> String {
    let time = UTCTime(milliseconds)
    return "\(time.day) \(time.time)"
  }
}
