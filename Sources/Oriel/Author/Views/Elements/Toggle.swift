/// A switch.
public struct Toggle: ElementView {
  let title: String
  let isOn: Binding<Bool>

  /// Creates a switch with a title beside it.
  public init(_ title: String, isOn: Binding<Bool>) {
    self.title = title
    self.isOn = isOn
  }

  static func render(_ view: borrowing Toggle, into renderer: inout ElementRenderer) {
    let isOn = view.isOn
    var element = renderer.open("toggle", members: 4, takesEvents: true)
    element.label = view.title
    element.set("value", isOn.wrappedValue)
    element.on(
      "change",
      .sync { value in
        try isOn.change(to: value.bool())
      })
    renderer.close(element)
  }
}
