import OrielDocument

/// A control for choosing any number of values.
///
/// The options are written like those of a ``Picker``.
public struct MultiPicker<SelectionValue: Hashable>: ElementView {
  let title: String
  let selection: Binding<Set<SelectionValue>>
  let content: ViewList

  /// Creates a picker. Selected values that are not among its options stay selected.
  public init<Content: View>(
    _ title: String, selection: Binding<Set<SelectionValue>>, @ViewBuilder content: () -> Content
  ) {
    self.title = title
    self.selection = selection
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing MultiPicker, into renderer: inout ElementRenderer) {
    let selection = view.selection
    let options = renderer.collectOptions(of: view.content).of(SelectionValue.self, &renderer)
    let selected = selection.wrappedValue
    var element = renderer.open("picker", members: 7, takesEvents: true)
    element.label = view.title
    element.set("multiple", true)
    element.set("value", options.filter { selected.contains($0.value) }.map { .string($0.id) })
    element.set("options", options.map(\.rendered))
    element.on(
      "change",
      .sync { value in
        guard let ids = value.json?.arrayValue else { throw EventRefusal.invalid("Expected a list of options") }
        var chosen: Set<SelectionValue> = []
        for id in ids { chosen.insert(try options.value(of: EventValue(id))) }
        // Selected values that are not among the options stay selected.
        let others = selection.wrappedValue.subtracting(options.map(\.value))
        try selection.change(to: chosen.union(others))
      })
    renderer.close(element)
  }
}
