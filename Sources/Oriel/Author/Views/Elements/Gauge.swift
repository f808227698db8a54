/// A value within a range, such as a load.
///
/// ```swift
/// Gauge("Load", value: load, in: 0...1, currentValueLabel: "\(Int(load * 100)) %")
/// ```
public struct Gauge: ElementView {
  let title: String
  let value: Double
  let bounds: ClosedRange<Double>
  let currentValueLabel: String?

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The value; one beyond the range is shown at its end, and one that is not finite as unknown.
  ///   - bounds: The range.
  ///   - currentValueLabel: The value as text; by default, the page writes the number, or a percentage of 0 to 1.
  public init(
    _ title: String, value: Double, in bounds: ClosedRange<Double> = 0...1, currentValueLabel: String? = nil
  ) {
    self.title = title
    self.value = value
    self.bounds = bounds
    self.currentValueLabel = currentValueLabel
  }

  static func render(_ view: borrowing Gauge, into renderer: inout ElementRenderer) {
    var element = renderer.open("gauge", members: 6)
    element.label = view.title
    let (low, high) = (view.bounds.lowerBound, view.bounds.upperBound)
    if view.value.isFinite { element.set("value", min(max(view.value, low), high)) }
    element.set("low", low)
    element.set("high", high)
    if let text = view.currentValueLabel { element.set("text", text) }
    renderer.close(element)
  }
}
