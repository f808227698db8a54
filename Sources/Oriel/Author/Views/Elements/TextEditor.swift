/// A multi-line text field.
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
    element.set(TextEntry(text: view.text, limit: limit.scalars, takesLines: true, place: place), limit: limit)
    if environment.showsWriters { element.set(writersIn: place, showing: view.text.wrappedValue) }
    element.set(view.selection)
    renderer.close(element)
  }
}
