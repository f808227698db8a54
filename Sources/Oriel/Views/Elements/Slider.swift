/// Chooses a number from a range by its place on a line.
public struct Slider: _ElementView {
  let title: String
  let entry: NumberEntry

  /// - Parameters:
  ///   - title: what the number is for.
  ///   - value: follows the user while they drag.
  ///   - bounds: the range. A value outside of it is shown at its nearest end.
  ///   - step: the distance between two values, counted from the lower bound; `nil` allows all.
  public init<Value: BinaryFloatingPoint>(
    _ title: String = "", value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value? = nil
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step, isRounded: true)
  }

  public static func _render(_ view: borrowing Slider, into renderer: inout ElementRenderer) {
    var element = renderer.open("slider", members: 7, takesEvents: true)
    element.label = view.title
    element.set(view.entry)
    element.on("input", view.entry.handler)
    element.on("change", view.entry.handler)
    renderer.close(element)
  }
}
