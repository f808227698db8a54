import OrielDocument

/// A chart of lines, areas and bars.
///
/// ```swift
/// Chart("Waiting", minutes) { minute in
///   LineMark(x: .value("Time", minute.time), y: .value("Calls", minute.calls))
/// }
/// ```
/// Marks of one kind and one name are a series: the name is that of their ``ChartContent/foregroundStyle(by:)``, or else the
/// label of their y value. A series has the style of its last mark. Bars at the same place stand side by side.
///
/// The page shows the title, a legend with the latest values, and axes with round numbers; times are in the time zone of the
/// page. When a series slides, or its last value changes, only that is sent.
///
/// A chart has at most 2,000 points, of which the last are kept, and 8 series. More are left out, which is logged. A value that
/// is not finite is a gap.
public struct Chart: ElementView {
  static let pointLimit = 2_000
  static let seriesLimit = 8
  private static let leastHeight = 64.0

  let title: String
  let content: ChartPoints
  var hidden: [String] = []
  var domain: ClosedRange<Double>?
  var unit: String?
  var height: Double?

  /// Creates a chart of the marks of each element.
  ///
  /// - Parameters:
  ///   - title: The title, which is also its name for assistive technology.
  ///   - data: The data, in the order of their x values. Only the last ones that are shown are looked at.
  ///   - content: The marks of an element.
  public init<Data: RandomAccessCollection>(
    _ title: String, _ data: Data, @ChartContentBuilder content: (Data.Element) -> [_ChartMark]
  ) {
    self.title = title
    self.content = ChartPoints(of: data, content)
  }

  /// Creates a chart of marks.
  ///
  /// ```swift
  /// Chart("Calls") {
  ///   for desk in desks { BarMark(x: .value("Desk", desk.name), y: .value("Calls", desk.calls)) }
  ///   RuleMark(y: .value("Limit", 20)).foregroundStyle(.danger)
  /// }
  /// ```
  public init(_ title: String, @ChartContentBuilder content: () -> [_ChartMark]) {
    self.title = title
    self.content = ChartPoints(content())
  }

  /// Sets whether the x axis is visible.
  public func chartXAxis(_ visibility: Visibility) -> Chart { hiding("xAxis", visibility) }
  /// Sets whether the y axis is visible.
  public func chartYAxis(_ visibility: Visibility) -> Chart { hiding("yAxis", visibility) }
  /// Sets whether the legend is visible.
  public func chartLegend(_ visibility: Visibility) -> Chart { hiding("legend", visibility) }

  /// Sets the range of the y axis. By default it is that of the values, with 0 if there are bars or if 0 is near.
  public func chartYScale(domain: ClosedRange<Double>) -> Chart {
    with { $0.domain = domain.lowerBound < domain.upperBound ? domain : nil }
  }

  /// Sets the unit of the y values, such as `ms`.
  public func chartYAxisLabel(_ unit: String) -> Chart { with { $0.unit = unit } }

  /// Sets the height of the chart with its title, in points of 1/16 rem; by default 14 rem.
  public func frame(height: Double) -> Chart { with { $0.height = max(height, Self.leastHeight) } }

  private func hiding(_ part: String, _ visibility: Visibility) -> Chart {
    with { chart in
      chart.hidden.removeAll { $0 == part }
      if visibility == .hidden { chart.hidden.append(part) }
    }
  }

  private func with(_ change: (inout Chart) -> Void) -> Chart {
    var chart = self
    change(&chart)
    return chart
  }

  static func render(_ view: borrowing Chart, into renderer: inout ElementRenderer) {
    let plot = ChartPlot(of: view.content.marks)
    for issue in view.issues(of: plot) { renderer.report(issue) }
    var element = renderer.open("chart", members: 8)
    element.label = view.title
    if let x = plot.x {
      element.set("x", x.kind.rawValue)
      element.set("xTitle", x.title)
    }
    if let unit = view.unit { element.set("unit", unit) }
    if let domain = view.domain {
      element.set("low", domain.lowerBound)
      element.set("high", domain.upperBound)
    }
    if let height = view.height { element.set("height", height) }
    if !view.hidden.isEmpty { element.set("without", view.hidden.joined(separator: " ")) }
    if view.content.isCut { element.set("last", pointLimit) }
    element.set("series", plot.series.map(\.rendered))
    renderer.close(element)
  }

  private func issues(of plot: ChartPlot) -> [String] {
    var issues: [String] = []
    if content.isCut { issues.append("“\(title)” has more than \(Self.pointLimit) points: the last are shown") }
    if plot.hasTooManySeries {
      issues.append("“\(title)” has more than \(Self.seriesLimit) series: the first are shown")
    }
    if plot.isMixed { issues.append("“\(title)” has x values of several kinds: those of the first kind are shown") }
    return issues
  }
}

/// The marks that a chart shows, the last ones of its data.
struct ChartPoints {
  private(set) var marks: [_ChartMark]
  /// Whether there are more.
  private(set) var isCut: Bool

  init(_ all: [_ChartMark]) {
    let excess = all.lazy.filter { !$0.isRule }.count - Chart.pointLimit
    isCut = excess > 0
    var left = max(excess, 0)
    marks = all.filter { mark in
      guard !mark.isRule, left > 0 else { return true }
      left -= 1
      return false
    }
  }

  /// Looks at the data from their end, until there are enough points.
  init<Data: RandomAccessCollection>(of data: Data, _ content: (Data.Element) -> [_ChartMark]) {
    var rest = data[...]
    var groups: [[_ChartMark]] = []
    var room = Chart.pointLimit
    while room > 0, groups.count < Chart.pointLimit, let datum = rest.popLast() {
      let marks = content(datum)
      room -= marks.count { !$0.isRule }
      if room >= 0 { groups.append(marks) }
    }
    isCut = room < 0 || !rest.isEmpty
    marks = groups.reversed().flatMap(\.self)
  }
}

/// The series of a chart.
private struct ChartPlot {
  private struct Key: Hashable {
    let kind: ChartMarkKind
    let name: String
  }

  private(set) var x: (kind: PlottedKind, title: String)?
  private(set) var series: [ChartSeries] = []
  private(set) var hasTooManySeries = false
  private(set) var isMixed = false

  init(of marks: [_ChartMark]) {
    var positions: [Key: Int] = [:]
    for mark in marks {
      if let value = mark.x {
        x = x ?? (value.kind, mark.xTitle)
        guard value.kind == x?.kind else {
          isMixed = true
          continue
        }
      }
      let key = Key(kind: mark.kind, name: mark.name)
      guard let position = positions[key] ?? added(key) else { continue }
      positions[key] = position
      series[position].append(mark)
    }
  }

  private mutating func added(_ key: Key) -> Int? {
    guard series.count < Chart.seriesLimit else {
      hasTooManySeries = true
      return nil
    }
    series.append(ChartSeries(kind: key.kind, name: key.name))
    return series.count - 1
  }
}

private struct ChartSeries {
  let kind: ChartMarkKind
  let name: String
  private var style = Style()
  private var points: [JSONValue] = []
  /// The height of a rule.
  private var value: JSONValue = .null

  init(kind: ChartMarkKind, name: String) {
    self.kind = kind
    self.name = name
  }

  mutating func append(_ mark: _ChartMark) {
    style = mark.style
    let y = mark.y.isFinite ? JSONValue.number(mark.y) : .null
    if mark.isRule { value = y } else if let x = mark.x?.json { points.append([x, y]) }
  }

  var rendered: JSONValue {
    var object: JSONObject = [
      "id": .string("\(kind.rawValue) \(name)"), "as": .string(kind.rawValue), "name": .string(name),
    ]
    if !style.isEmpty { object["style"] = .string(style.text) }
    if kind == .rule { object["value"] = value } else { object["points"] = .array(points) }
    return .object(object)
  }
}
