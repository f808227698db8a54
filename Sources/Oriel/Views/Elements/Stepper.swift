/// Makes a number larger or smaller, a step at a time.
public struct Stepper: _ElementView {
  let title: String
  let entry: NumberEntry

  /// - Parameters:
  ///   - title: what the number is for.
  ///   - value: changes by a step.
  ///   - bounds: the range. A value outside of it is shown at its nearest end.
  ///   - step: how much one step adds or takes away.
  public init<Value: FixedWidthInteger>(
    _ title: String, value: Binding<Value>, in bounds: ClosedRange<Value> = Value.min...Value.max, step: Value = 1
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step)
  }

  /// - Parameters:
  ///   - title: what the number is for.
  ///   - value: changes by a step.
  ///   - bounds: the range. A value outside of it is shown at its nearest end.
  ///   - step: how much one step adds or takes away.
  public init<Value: BinaryFloatingPoint>(
    _ title: String, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value = 1
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step, isRounded: false)
  }

  public static func _render(_ view: borrowing Stepper, into renderer: inout ElementRenderer) {
    var element = renderer.open("stepper", members: 7, takesEvents: true)
    element.label = view.title
    element.set(view.entry)
    element.on("change", view.entry.handler)
    renderer.close(element)
  }
}
