import OrielDocument

/// The style of a ``Picker``.
public enum PickerStyle: String, Sendable {
  /// A menu.
  case menu
  /// Segments side by side.
  case segmented
  /// Radio buttons in a column.
  case radioGroup = "radio"
}

/// A control for choosing one of several values.
///
/// The options are the texts in its content. Give each its value with ``View/tag(_:)``; in a ``ForEach``, the default
/// is the element's id. An option whose value has another type than the selection can't be chosen, and a warning is
/// logged.
public struct Picker<SelectionValue: Hashable>: ElementView {
  let title: String
  let selection: Binding<SelectionValue>
  let content: ViewList

  /// Creates a picker. If the selection is not among the options, none is shown as selected.
  public init<Content: View>(_ title: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
    self.title = title
    self.selection = selection
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Picker, into renderer: inout ElementRenderer) {
    let selection = view.selection
    let options = renderer.collectOptions(of: view.content).of(SelectionValue.self, &renderer)
    let selected = selection.wrappedValue
    var element = renderer.open("picker", members: 6, takesEvents: true)
    element.label = view.title
    if let option = options.first(where: { $0.value == selected }) {
      element.set("value", option.id)
    } else if !options.isEmpty, !isNone(selected) {
      renderer.report("“\(view.title)” has a selection that is not one of its options")
    }
    element.set("options", options.map(\.rendered))
    element.set("as", renderer.context.environment.pickerStyle.rawValue)
    element.on("change", .sync { value in try selection.change(to: options.value(of: value)) })
    renderer.close(element)
  }
}

/// Whether the selection is an optional that is `nil`.
private func isNone(_ selection: Any) -> Bool {
  (selection as? any OptionalSelection)?.isNone ?? false
}

private protocol OptionalSelection { var isNone: Bool { get } }
extension Optional: OptionalSelection { fileprivate var isNone: Bool { self == nil } }

/// An option of a picker, with a value of the selection's type.
struct TypedOption<Value> {
  let id: String
  let text: String
  let value: Value

  var rendered: JSONValue { ["id": .string(id), "text": .string(text)] }
}

extension [PickerOption] {
  func of<Value>(_ type: Value.Type, _ renderer: inout ElementRenderer) -> [TypedOption<Value>] {
    var options: [TypedOption<Value>] = []
    for option in self {
      if let value = option.tag?.base as? Value {
        options.append(TypedOption(id: option.id, text: option.text, value: value))
      } else {
        renderer.report("The option “\(option.text)” of a picker has no tag of the type \(type)")
      }
    }
    return options
  }
}

extension Array {
  /// The value of the option with this id.
  func value<Value>(of id: EventValue) throws(EventRefusal) -> Value where Element == TypedOption<Value> {
    let id = try id.text()
    guard let option = first(where: { $0.id.hasSameScalars(as: id) }) else {
      throw .invalid("There is no such option")
    }
    return option.value
  }
}
