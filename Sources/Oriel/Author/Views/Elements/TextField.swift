/// A single-line text field.
///
/// A binding to a text is updated while the user types; a value with a format, when the edit ends. Text with line breaks, or longer than ``View/textLimit(_:)`` allows, is
/// refused.
public struct TextField: ElementView {
  let label: String
  let text: Binding<String>
  let prompt: String?
  let selection: SelectionEntry?
  /// Whether the binding is updated while the user types.
  private let isLive: Bool
  private var isSearch = false
  /// Changes the number by a step.
  var steps: ElementHandler?

  /// - Parameters:
  ///   - label: The label.
  ///   - text: Updated while the user types.
  ///   - selection: The caret or selection; setting it moves the caret.
  ///   - prompt: Shown in the field while it is empty.
  public init(
    _ label: String, text: Binding<String>, selection: Binding<TextSelection?>? = nil, prompt: String? = nil
  ) {
    self.label = label
    self.text = text
    self.prompt = prompt
    self.selection = selection.map { SelectionEntry(selection: $0, text: text) }
    isLive = true
  }

  /// A field whose text is written when the edit ends.
  init(_ label: String, committing text: Binding<String>, prompt: String?) {
    self.label = label
    self.text = text
    self.prompt = prompt
    selection = nil
    isLive = false
  }

  /// A field for what to look for.
  init(searching text: Binding<String>, prompt: String?) {
    self.init(prompt ?? "", text: text, prompt: prompt)
    isSearch = true
  }

  static func render(_ view: borrowing TextField, into renderer: inout ElementRenderer) {
    let environment = renderer.context.environment
    var entry = TextEntry(text: view.text, limit: environment.textLimit.scalars, takesLines: false)
    var element = renderer.open("textField", members: 5, takesEvents: true)
    element.label = view.label
    if view.isSearch { element.set("as", "search") }
    let submit: ElementHandler
    if view.isLive {
      entry.place = TextPlace(renderer.node, element: element.id)
      element.set(entry, limit: environment.textLimit)
      if environment.showsWriters { element.set(writersIn: entry.place, showing: entry.text.wrappedValue) }
      submit = entry.submitHandler(environment.onSubmit)
    } else {
      let edit = TextEdit(entry, of: renderer.node, element: element.id)
      element.set(edit, limit: environment.textLimit)
      submit = edit.submitHandler(environment.onSubmit)
    }
    element.describe(environment, prompt: view.prompt)
    if let prefix = renderer.context.attributes.prefix { element.set("prefix", prefix) }
    if let suffix = renderer.context.attributes.suffix { element.set("suffix", suffix) }
    element.set(view.selection)
    element.on("submit", submit)
    if let steps = view.steps {
      element.set("steps", true)
      element.on("step", steps)
    }
    renderer.close(element)
  }
}
