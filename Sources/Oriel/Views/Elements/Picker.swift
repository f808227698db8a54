import OrielDocument

/// How a ``Picker`` shows its options.
public enum PickerStyle: String, Sendable {
  case menu
  /// All beside one another, as parts of one control.
  case segmented
  /// All below one another, each with a mark.
  case radioGroup = "radio"
}

/// Chooses one of several values.
///
/// Its options are the texts in its content. Say with ``View/tag(_:)`` what value each stands for; in a ``ForEach`` it
/// stands for its id if you don't. An option whose value is not of the selection's type can't be chosen and is reported.
public struct Picker<SelectionValue: Hashable>: _ElementView {
  let title: String
  let selection: Binding<SelectionValue>
  let content: ViewList

  public init<Content: View>(_ title: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
    self.title = title
    self.selection = selection
    self.content = ViewList(content())
  }

  public static func _render(_ view: borrowing Picker, into renderer: inout ElementRenderer) {
    let choice = PickerChoice(view.selection, renderer.collectOptions(of: view.content), &renderer)
    var element = renderer.open("picker", members: 6, takesEvents: true)
    element.label = view.title
    if let selected = choice.selected { element.set("value", selected) }
    element.set("options", choice.elements)
    element.set("as", renderer.context.environment.pickerStyle.rawValue)
    element.on("change", .sync { value in try choice.choose(value) })
    renderer.close(element)
  }
}

/// The options of a picker as values of its selection's type.
private struct PickerChoice<Value: Hashable> {
  let selection: Binding<Value>
  var options: [(id: String, text: String, value: Value)] = []

  init(_ selection: Binding<Value>, _ found: [PickerOption], _ renderer: inout ElementRenderer) {
    self.selection = selection
    for option in found {
      if let value = option.tag?.base as? Value {
        options.append((option.id, option.text, value))
      } else {
        renderer.report("The option “\(option.text)” of a picker has no tag of the type \(Value.self)")
      }
    }
  }

  var selected: String? {
    let value = selection.wrappedValue
    return options.first { $0.value == value }?.id
  }

  var elements: [JSONValue] {
    options.map { ["id": .string($0.id), "text": .string($0.text)] }
  }

  func choose(_ value: JSONValue?) throws(EventRefusal) {
    let id = try EventValue.text(value)
    guard let option = options.first(where: { $0.id.hasSameScalars(as: id) }) else {
      throw .invalid("There is no such option")
    }
    if option.value != selection.wrappedValue { selection.wrappedValue = option.value }
  }
}
