/// A line of text that nobody can read: neither over the user's shoulder, nor in a document, a log or a store.
public struct SecureField: _ElementView {
  let label: String
  let text: Binding<Secret<String>>
  let prompt: String?

  /// - Parameters:
  ///   - label: what the field is for.
  ///   - text: follows what the user types; no document ever has it.
  ///   - prompt: shown in the field while it is empty.
  public init(_ label: String, text: Binding<Secret<String>>, prompt: String? = nil) {
    self.label = label
    self.text = text
    self.prompt = prompt
  }

  public static func _render(_ view: borrowing SecureField, into renderer: inout ElementRenderer) {
    let environment = renderer.context.environment
    let entry = TextEntry(
      text: view.text.revealed, limit: environment.textLimit.scalars, takesLines: false)
    var element = renderer.open("secureField", members: 5, takesEvents: true)
    element.label = view.label
    // All that is said of the text: so a page learns that the app has emptied the field.
    element.set("filled", !view.text.wrappedValue.revealed.isEmpty)
    if environment.textLimit.isExplicit { element.set("maxLength", environment.textLimit.scalars) }
    if let prompt = view.prompt { element.set("placeholder", prompt) }
    element.on("input", entry.handler)
    element.on("change", entry.handler)
    element.on("submit", entry.submitHandler(environment.onSubmit))
    renderer.close(element)
  }
}
