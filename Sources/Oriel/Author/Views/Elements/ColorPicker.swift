/// A control for choosing a colour.
public struct ColorPicker: ElementView {
  let title: String
  let selection: Binding<Color>

  /// Creates a colour picker with a visible title, which is also its accessibility label.
  public init(_ title: String, selection: Binding<Color>) {
    self.title = title
    self.selection = selection
  }

  static func render(_ view: borrowing ColorPicker, into renderer: inout ElementRenderer) {
    let selection = view.selection
    let handler = ElementHandler.sync { value in
      guard let color = Color(hex: try value.text()) else { throw EventRefusal.invalid("Expected a colour") }
      try selection.change(to: color)
    }
    var element = renderer.open("colorPicker", members: 4, takesEvents: true)
    element.label = view.title
    element.set("value", selection.wrappedValue.hex)
    element.on("input", handler)
    element.on("change", handler)
    renderer.close(element)
  }
}
