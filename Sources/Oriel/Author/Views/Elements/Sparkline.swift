import OrielDocument

/// A line as high as a line of text, without axes: for a row of a table, or beside a number.
///
/// ```swift
/// Sparkline("Waiting", values: minutes.map { Double($0.calls) })
/// ```
/// It has at most the last 2,000 values. One that is not finite is a gap.
public struct Sparkline: ElementView {
  let title: String
  let values: [Double]

  /// - Parameters:
  ///   - title: Its name for assistive technology, which is not shown.
  ///   - values: The values, the latest last.
  public init<Values: RandomAccessCollection>(_ title: String, values: Values) where Values.Element == Double {
    self.title = title
    self.values = Array(values.suffix(Chart.pointLimit + 1))
  }

  static func render(_ view: borrowing Sparkline, into renderer: inout ElementRenderer) {
    let limit = Chart.pointLimit
    if view.values.count > limit {
      renderer.report("“\(view.title)” has more than \(limit) points: the last are shown")
    }
    var element = renderer.open("chart", members: 4)
    element.label = view.title
    element.set("as", "sparkline")
    element.set("values", view.values.suffix(limit).map { $0.isFinite ? .number($0) : .null })
    renderer.close(element)
  }
}
