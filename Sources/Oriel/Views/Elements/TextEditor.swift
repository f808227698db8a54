/// Text of many lines that the user can edit.
public struct TextEditor: _ElementView {
  let text: Binding<String>

  public init(text: Binding<String>) {
    self.text = text
  }

  public static func _render(_ view: borrowing TextEditor, into renderer: inout ElementRenderer) {
    let limit = renderer.context.environment.textLimit
    var element = renderer.open("textArea", members: 4, takesEvents: true)
    element.set(TextEntry(text: view.text, limit: limit.scalars, takesLines: true), limit: limit)
    renderer.close(element)
  }
}
