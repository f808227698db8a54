/// A multi-line text field.
///
/// Inside a view with `onSubmit`, ⌘ or Ctrl with Return submits its text. Return alone begins a new line.
public struct TextEditor: ElementView {
  let text: Binding<String>
  let selection: SelectionEntry?

  /// - Parameters:
  ///   - text: Updated while the user types.
  ///   - selection: The caret or selection; setting it moves the caret.
  public init(text: Binding<String>, selection: Binding<TextSelection?>? = nil) {
    self.text = text
    self.selection = selection.map { SelectionEntry(selection: $0, text: text) }
  }

  static func render(_ view: borrowing TextEditor, into renderer: inout ElementRenderer) {
    let environment = renderer.context.environment
    let limit = environment.textLimit
    var element = renderer.open("textArea", members: 4, takesEvents: true)
    let place = TextPlace(renderer.node, element: element.id)
    let entry = TextEntry(text: view.text, limit: limit.scalars, takesLines: true, place: place)
    element.set(entry, limit: limit)
    if environment.showsWriters { element.set(writersIn: place, showing: view.text.wrappedValue) }
    element.set(view.selection)
    if let action = environment.onSubmit {
      element.set("submits", true)
      element.on("submit", entry.submitHandler(action))
    }
    renderer.close(element)
  }
}
