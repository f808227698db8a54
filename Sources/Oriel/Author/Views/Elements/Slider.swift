/// A slider for choosing a number from a range.
public struct Slider: ElementView {
  let title: String
  let entry: NumberEntry

  /// - Parameters:
  ///   - title: The label.
  ///   - value: Updated while the user drags.
  ///   - bounds: The range. A value outside it is shown at the nearest end.
  ///   - step: The distance between two values, counted from the lower bound; `nil` allows all values.
  public init<Value: BinaryFloatingPoint>(
    _ title: String = "", value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step, isRounded: true)
  }

  static func render(_ view: borrowing Slider, into renderer: inout ElementRenderer) {
    var element = renderer.open("slider", members: 7, takesEvents: true)
    element.label = view.title
    element.set(view.entry)
    element.on("input", view.entry.handler)
    element.on("change", view.entry.handler)
    renderer.close(element)
  }
}
