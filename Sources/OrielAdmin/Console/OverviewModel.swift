import Oriel
import OrielHub

/// The overview of the server.
@NavigationModel
final class OverviewModel {
  @Transient var parked: [Parked] = []
  /// The reason why the last act failed.
  @Transient var failure: String?
  @Environment(HubMonitor.self) var monitor
  @Environment(\.user) var user

  init() {}

  func start() {
    observe { self.look() }
  }

  private func look() {
    _ = monitor.refreshes
    monitor.answer({ hub in await hub.findParked() }) { [weak self] in self?.parked = $0 }
  }

  private func showPagesBehind() { console?.open(.windows, showing: WindowsModel(filter: "is:behind")) }

  func retry(_ parked: Parked) {
    guard isActing else { return }
    monitor.perform(OperatorCommand(.retry, to: parked.target), as: user) { [weak self] result in
      guard let self else { return }
      if case .failure(let problem) = result { self.failure = problem.detail } else { self.failure = nil }
      self.look()
    }
  }

  var body: some View {
    let now = monitor.overview
    VStack {
      if now.isStoreFailing {
        Text("The store can’t be written, so nothing is saved.").foregroundStyle(.danger).id("failing")
      }
      if now.behind > 0 {
        HStack {
          Text(now.behind == 1 ? "1 page is behind its window." : "\(now.behind) pages are behind their windows.")
            .foregroundStyle(.danger)
          Button("Show") { self.showPagesBehind() }
        }
        .id("behind")
      }
      if !parked.isEmpty { ParkedList(model: self) }
      if monitor.nodeName != nil { NodeList(nodes: monitor.nodes) }
      Grid {
        ForEach(Figure.all(of: now)) { figure in
          VStack(alignment: .leading) {
            Text(figure.name).font(.caption).foregroundStyle(.secondary)
            Text(figure.value).font(.title2).id("value")
            if let series = figure.series {
              Component("spark", properties: Spark(label: "\(figure.name), the last minute", values: series))
            }
            if let note = figure.note { Text(note).font(.caption).foregroundStyle(.secondary) }
          }
          .style(.card)
        }
      }
    }
    .navigationTitle("Overview")
  }

  /// The data for the page's script.
  struct Spark: Encodable {
    var label: String
    var values: [Double]
  }
}

/// The servers that use one database together.
private struct NodeList: View {
  /// The one of this console first.
  let nodes: [ServerNode]

  var body: some View {
    Section {
      ForEach(nodes, id: \.life.description) { node in
        HStack {
          Text(node.name).bold()
          Text(node.address).foregroundStyle(.secondary)
          Text(node.pages == 1 ? "1 page" : "\(node.pages) pages").foregroundStyle(.secondary)
          if node.isDraining { Text("about to end").foregroundStyle(.secondary) }
          Spacer()
          if node == nodes.first {
            Text("this one").foregroundStyle(.secondary)
          } else {
            Link("Its console", destination: node.console()).accessibilityLabel("The console of \(node.name)").id(
              "console")
          }
        }
      }
    } header: {
      Text("Nodes")
    } footer: {
      Text("The figures below are those of this node. Each has some of the tenants.")
    }
  }
}

extension ServerNode {
  /// The address of its console.
  static func console(of name: String, at path: String = "") -> String {
    "/admin/node/\(PercentEncoding.encode(name))\(path)"
  }

  fileprivate func console() -> String { Self.console(of: name) }
}

/// One number of the overview.
struct Figure: Identifiable {
  let name: String
  let value: String
  var note: String?
  var series: [Double]?

  var id: String { name }

  static func all(of now: HubOverview) -> [Figure] {
    [
      Figure(name: "Users", value: "\(now.users)"),
      Figure(name: "Windows", value: "\(now.windows)", note: "in memory"),
      Figure(name: "Attached", value: "\(now.attached)", note: "pages"),
      Figure(name: "Events", value: Words.rate(now.eventsPerSecond), series: now.eventSeries.rounded),
      Figure(name: "Patches", value: Words.rate(now.patchesPerSecond), series: now.patchSeries.rounded),
      Figure(name: "Patch bytes", value: Words.bytes(Int(now.bytesPerSecond)) + "/s"),
      Figure(
        name: "Event time", value: Words.duration(now.median),
        note: "99 %: \(Words.duration(now.ninetyNinth)), longest: \(Words.duration(now.slowest))"),
      Figure(name: "Round trip", value: Words.duration(now.roundTrip), note: "as pages measure it"),
      Figure(name: "Refused events", value: "\(now.rejections)", note: "of \(now.events)"),
      Figure(name: "Memory", value: Words.bytes(now.residentBytes)),
      Figure(name: "Store lag", value: "\(now.storeLag) ms", note: "\(now.unsavedTurns) turns waiting"),
    ]
  }
}

extension [Double] {
  /// Rounds to tenths, which is enough for a chart.
  fileprivate var rounded: [Double] { map { ($0 * 10).rounded() / 10 } }
}
