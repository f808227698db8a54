import Oriel
import OrielHub

import struct FoundationEssentials.Date

/// The overview of the server.
@NavigationModel
final class OverviewModel {
  /// How much of the time the charts show.
  var span = SeriesSpan.hour
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

  func show(_ problem: RecentProblems.Problem) { console?.open(.windows, pushing: WindowModel(id: problem.window)) }

  func showPagesBehind() { console?.open(.windows, showing: WindowsModel(filter: "is:behind")) }

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
      Verdict(model: self, now: now)
      if !parked.isEmpty { ParkedList(model: self) }
      if monitor.nodeName != nil { NodeList(nodes: monitor.nodes) }
      Grid {
        ForEach(Figure.all(of: now)) { figure in
          Tile(figure.name, value: figure.value, change: figure.note, style: figure.style)
        }
      }
      .id("figures")
      ProblemList(model: self, problems: monitor.problems)
      SeriesCharts(points: monitor.points(span))
    }
    .toolbar {
      Picker("Time", selection: bind(\.span)) {
        Text("1 h").tag(SeriesSpan.hour)
        Text("24 h").tag(SeriesSpan.day)
      }
      .pickerStyle(.segmented).id("span")
    }
    .navigationTitle("Overview")
  }
}

/// Whether all is well, or which faults an operator should look at.
private struct Verdict: View {
  let model: OverviewModel
  let now: HubOverview

  var body: some View {
    if now.isStoreFailing {
      Text("The store can’t be written, so nothing is saved.").foregroundStyle(.danger).id("failing")
    }
    if now.behind > 0 {
      HStack {
        Text(now.behind == 1 ? "1 page is behind its window." : "\(now.behind) pages are behind their windows.")
          .foregroundStyle(.danger)
        Button("Show") { self.model.showPagesBehind() }
      }
      .id("behind")
    }
    if !now.isStoreFailing, now.behind == 0, model.parked.isEmpty {
      HStack {
        Image(systemName: "check-circle-fill").foregroundStyle(.success)
        Text("All is well.").bold()
        Text("Pages show their windows, nothing is parked, and the store is written.").foregroundStyle(.secondary)
      }
      .id("well")
    }
  }
}

/// The latest problems, each with a link to its window.
private struct ProblemList: View {
  let model: OverviewModel
  let problems: [RecentProblems.Problem]

  var body: some View {
    if !problems.isEmpty {
      Section("What went wrong lately") {
        Table(problems) {
          TableColumn("Last (UTC)", value: \.time).width(min: 80, ideal: 90)
          TableColumn("What") { problem in
            HStack(spacing: 6) {
              Image(systemName: problem.isError ? "exclamation-octagon-fill" : "exclamation-triangle-fill")
                .foregroundStyle(problem.isError ? .danger : .warning)
              Text(problem.title)
            }
          }
          .width(min: 120, ideal: 150)
          TableColumn("Where") { problem in
            if problem.isInWindow {
              Button(Words.plain(problem.text)) { self.model.show(problem) }.buttonStyle(.plain)
            } else {
              Text(Words.plain(problem.text))
            }
          }
          .width(min: 160, ideal: 480)
          TableColumn("Times") { problem in Text("\(problem.times)") }.alignment(.numeric).width(min: 60, ideal: 70)
            .priority(1)
        }
        .id("problems")
      }
    }
  }
}

extension RecentProblems.Problem {
  fileprivate var time: String { Words.time(last) }
  fileprivate var isInWindow: Bool { window.rawValue.hasPrefix("w-") }

  fileprivate var title: String {
    switch kind {
    case "rejected": "Event refused"
    case NavigationNotice.Kind.failed.rawValue: "Handler failed"
    case NavigationNotice.Kind.slowTurn.rawValue: "Slow event"
    case NavigationNotice.Kind.slowBody.rawValue: "Slow screen"
    case NavigationNotice.Kind.tooLarge.rawValue: "Large document"
    case NavigationNotice.Kind.exceeded.rawValue: "Limit met"
    case NavigationNotice.Kind.unknownURL.rawValue: "Unknown address"
    case NavigationNotice.Kind.notRestored.rawValue: "Not restored"
    case NavigationNotice.Kind.notSaved.rawValue: "Not saved"
    default: isError ? "Error" : "Warning"
    }
  }
}

/// The figures of the last hour or day.
private struct SeriesCharts: View {
  let points: [MinuteSeries.Point]

  var body: some View {
    Grid {
      Chart("Users and windows", points) { point in
        LineMark(x: point.x, y: .value("Users", point.users))
        LineMark(x: point.x, y: .value("Windows", point.windows))
      }
      Chart("Events a second", points) { point in
        AreaMark(x: point.x, y: .value("Events", Double(point.events) / 60))
        LineMark(x: point.x, y: .value("Refused", Double(point.refused) / 60)).foregroundStyle(.danger)
      }
      Chart("Event time", points) { point in
        LineMark(x: point.x, y: .value("Median", point.median.milliseconds))
        LineMark(x: point.x, y: .value("99 %", point.ninetyNinth.milliseconds)).foregroundStyle(.warning)
      }
      .chartYAxisLabel("ms")
      Chart("Pages", points) { point in
        LineMark(x: point.x, y: .value("Attached", point.pages)).foregroundStyle(.success)
        LineMark(x: point.x, y: .value("Behind", point.behind)).foregroundStyle(.danger)
      }
      Chart("Memory", points) { point in
        AreaMark(x: point.x, y: .value("Resident", point.memory.map { Double($0) / 1_048_576 } ?? .nan))
      }
      .chartYAxisLabel("MB")
      Chart("Store lag", points) { point in
        AreaMark(x: point.x, y: .value("Behind", Double(point.storeLag)))
      }
      .chartYAxisLabel("ms")
    }
    .id("charts")
  }
}

extension MinuteSeries.Point {
  fileprivate var x: PlottableValue<Date> { .value("Time", Date(timeIntervalSince1970: Double(time) / 1000)) }
}

extension Int64? {
  /// Of nanoseconds, to hundredths; a gap if there are none.
  fileprivate var milliseconds: Double { map { (Double($0) / 10_000).rounded() / 100 } ?? .nan }
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
  /// Of the note; of the value, if there is none.
  var tone: ForegroundStyle?

  var id: String { name }
  var style: ForegroundStyle { tone ?? (note == nil ? .primary : .secondary) }

  static func all(of now: HubOverview) -> [Figure] {
    [
      Figure(name: "Users", value: "\(now.users)"),
      Figure(name: "Windows", value: "\(now.windows)", note: "in memory"),
      Figure(
        name: "Pages", value: "\(now.attached)", note: now.behind > 0 ? "\(now.behind) behind" : nil,
        tone: now.behind > 0 ? .danger : nil),
      Figure(
        name: "Events", value: Words.rate(now.eventsPerSecond), note: "\(Words.rate(now.patchesPerSecond)) patches"),
      Figure(name: "Refused events", value: "\(now.rejections)", note: "of \(now.events)"),
      Figure(
        name: "Event time", value: Words.duration(now.median), note: "99 %: \(Words.duration(now.ninetyNinth))"),
      Figure(name: "Round trip", value: Words.duration(now.roundTrip), note: "as pages measure it"),
      Figure(name: "Sent", value: Words.bytes(Int(now.bytesPerSecond)) + "/s", note: "patches"),
      Figure(name: "Memory", value: Words.bytes(now.residentBytes)),
      Figure(name: "Store lag", value: "\(now.storeLag) ms", note: "\(now.unsavedTurns) turns waiting"),
    ]
  }
}
