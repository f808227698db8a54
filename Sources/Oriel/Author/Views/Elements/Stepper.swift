/// A control that increments or decrements a number.
public struct Stepper: ElementView {
  let title: String
  let entry: NumberEntry

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The number to change.
  ///   - bounds: The range. A value outside it is shown at the nearest end.
  ///   - step: The amount of one step.
  public init<Value: FixedWidthInteger>(
    _ title: String, value: Binding<Value>, in bounds: ClosedRange<Value> = Value.min...Value.max, step: Value = 1
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step)
  }

  /// - Parameters:
  ///   - title: The label.
  ///   - value: The number to change.
  ///   - bounds: The range. A value outside it is shown at the nearest end.
  ///   - step: The amount of one step.
  public init<Value: BinaryFloatingPoint>(
    _ title: String, value: Binding<Value>, in bounds: ClosedRange<Value>, step: Value = 1
  ) {
    self.title = title
    entry = NumberEntry(value, in: bounds, step: step, isRounded: false)
  }

  static func render(_ view: borrowing Stepper, into renderer: inout ElementRenderer) {
    var element = renderer.open("stepper", members: 7, takesEvents: true)
    element.label = view.title
    element.set(view.entry)
    element.on("change", view.entry.handler)
    renderer.close(element)
  }
}
