import Oriel
import OrielDocument

/// A chart that a window shows; see ``TestWindow/chart(_:in:)``.
public struct TestChart: Equatable, Sendable {
  /// The title.
  public var title: String
  /// The series in order; a sparkline has one, without a name.
  public var series: [Series]

  /// Creates a chart to compare with.
  public init(_ title: String, series: [Series]) {
    self.title = title
    self.series = series
  }

  /// The marks of one kind and one name.
  public struct Series: Equatable, Sendable {
    /// The shape: `line`, `area`, `bar` or `rule`.
    public var kind: String
    /// The name in the legend.
    public var name: String
    /// The colour; `nil` if the client chooses.
    public var style: String?
    /// The points, each `[x, y]`: x is a number, a category, or the milliseconds since 1970; y is a number, or `null` in a gap.
    /// A rule has one, `[y]`, and a sparkline such points only.
    public var points: [JSONValue]

    /// Creates a series to compare with.
    public init(_ kind: String, _ name: String, style: String? = nil, points: [JSONValue]) {
      self.kind = kind
      self.name = name
      self.style = style
      self.points = points
    }
  }
}

extension TestWindow {
  /// Returns the chart of this title in the top layer.
  ///
  /// ```swift
  /// #expect(try window.chart("Waiting") == TestChart("Waiting", series: [.init("bar", "Calls", points: [["Desk 1", 3], ["Desk 2", 5]])]))
  /// ```
  /// - Parameters:
  ///   - name: The chart's title, or its id.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: `TestError.notFound` with the charts that there are.
  public func chart(_ name: String, in model: String? = nil) throws -> TestChart {
    let all = (view.top.map(view.elements) ?? []).filter { found in
      found.element["type"] == "chart" && (model == nil || model == found.model || model == found.modelType)
    }
    let named = all.filter { $0.element["label"]?.words == name || $0.id == name }
    guard named.count <= 1 else { throw TestError.ambiguous(name, candidates: named.map(\.description)) }
    guard let chart = named.first?.element else {
      throw TestError.notFound(name, candidates: all.compactMap { $0.element["label"]?.words })
    }
    return TestChart(chart)
  }
}

extension TestChart {
  fileprivate init(_ element: JSONValue) {
    title = element["label"]?.words ?? ""
    if let values = element["values"]?.arrayValue {
      series = [Series("line", "", points: values.map { [$0] })]
    } else {
      series = (element["series"]?.arrayValue ?? []).map(Series.init)
    }
  }
}

extension TestChart.Series {
  fileprivate init(_ series: JSONValue) {
    kind = series["as"]?.stringValue ?? ""
    name = series["name"]?.stringValue ?? ""
    style = series["style"]?.stringValue
    points = series["points"]?.arrayValue ?? [[series["value"] ?? .null]]
  }
}
