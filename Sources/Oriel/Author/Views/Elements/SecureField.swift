/// A text field for secrets: its text is not visible on the screen, nor in a document, a log or a store.
public struct SecureField: ElementView {
  let label: String
  let text: Binding<Secret<String>>
  let prompt: String?

  /// - Parameters:
  ///   - label: The label.
  ///   - text: Updated while the user types; it is never part of a document.
  ///   - prompt: Shown in the field while it is empty.
  public init(_ label: String, text: Binding<Secret<String>>, prompt: String? = nil) {
    self.label = label
    self.text = text
    self.prompt = prompt
  }

  static func render(_ view: borrowing SecureField, into renderer: inout ElementRenderer) {
    let environment = renderer.context.environment
    let entry = TextEntry(
      text: view.text.revealed, limit: environment.textLimit.scalars, takesLines: false)
    var element = renderer.open("secureField", members: 5, takesEvents: true)
    element.label = view.label
    // Only whether the text is empty, so that a page learns that the app has cleared the field.
    element.set("filled", !view.text.wrappedValue.revealed.isEmpty)
    if environment.textLimit.isExplicit { element.set("maxLength", environment.textLimit.scalars) }
    element.describe(environment, prompt: view.prompt)
    element.on("input", entry.handler)
    element.on("change", entry.handler)
    element.on("submit", entry.submitHandler(environment.onSubmit))
    renderer.close(element)
  }
}
