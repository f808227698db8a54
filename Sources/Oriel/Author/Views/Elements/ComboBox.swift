import OrielDocument

/// A field for choosing something of which there is much: it suggests what fits to what is typed.
///
/// ```swift
/// @NavigationModel
/// final class OrderModel {
///   var customer: Customer?
///   @Transient var customers = Suggestions { text in try await directory.customers(matching: text) }
///
///   var body: some View {
///     ComboBox("Customer", selection: bind(\.customer), suggestions: customers) { $0.name }
///       .problem(customer == nil ? "Choose a customer." : nil)
///   }
/// }
/// ```
/// If its user leaves the field before the answer, the text stays, and it becomes a choice as soon as exactly one suggestion reads
/// like it. A text that is no suggestion stays too, with no value, so say at the field what to do; see ``View/problem(_:)``.
public struct ComboBox<Item: Identifiable>: ElementView {
  let label: String
  let prompt: String?
  let suggestions: Suggestions<Item>
  let choice: Choice
  let title: (Item) -> String
  let detail: ((Item) -> String?)?

  enum Choice {
    case one(Binding<Item?>)
    case several(Binding<[Item]>)
  }

  /// Creates a field for one choice.
  ///
  /// - Parameters:
  ///   - label: The label.
  ///   - selection: The chosen item; `title` gives its text.
  ///   - suggestions: The suggested items.
  ///   - prompt: Shown in the field while it is empty.
  ///   - detail: A second line of a suggestion.
  ///   - title: The text of a suggestion, and of what was chosen.
  public init(
    _ label: String, selection: Binding<Item?>, suggestions: Suggestions<Item>, prompt: String? = nil,
    detail: ((Item) -> String?)? = nil, title: @escaping (Item) -> String
  ) {
    (self.label, self.prompt, self.suggestions) = (label, prompt, suggestions)
    (choice, self.title, self.detail) = (.one(selection), title, detail)
  }

  /// Creates a field for several choices, which are shown as chips that can be removed.
  public init(
    _ label: String, selection: Binding<[Item]>, suggestions: Suggestions<Item>, prompt: String? = nil,
    detail: ((Item) -> String?)? = nil, title: @escaping (Item) -> String
  ) {
    (self.label, self.prompt, self.suggestions) = (label, prompt, suggestions)
    (choice, self.title, self.detail) = (.several(selection), title, detail)
  }

  static func render(_ view: borrowing ComboBox, into renderer: inout ElementRenderer) {
    let entry = ComboBoxEntry(view.suggestions, view.choice, view.title, renderer.context.environment.textLimit.scalars)
    var element = renderer.open("comboBox", members: 6, takesEvents: true)
    element.label = view.label
    element.describe(renderer.context.environment, prompt: view.prompt)
    switch view.choice {
    case .one(let selection):
      let chosen = selection.wrappedValue
      element.set("text", view.suggestions.text ?? chosen.map(view.title) ?? "")
      if let chosen { element.set("value", entry.id(of: chosen)) }
    case .several(let selection):
      element.set("text", view.suggestions.text ?? "")
      element.set("chosen", selection.wrappedValue.map { entry.rendered($0, detail: nil) })
      element.on("remove", .sync { value in try entry.remove(value) })
    }
    element.set(view.suggestions, entry, view.detail)
    element.on("input", .async { value in try await entry.ask(value) })
    element.on("change", .sync { value in try entry.choose(value) })
    renderer.close(element)
  }
}

extension OpenElement {
  fileprivate mutating func set<Item>(
    _ suggestions: Suggestions<Item>, _ entry: ComboBoxEntry<Item>, _ detail: ((Item) -> String?)?
  ) {
    if suggestions.isSearching { set("searching", true) }
    if suggestions.error != nil { set("failed", true) }
    guard suggestions.text != nil, let answered = suggestions.answered else { return }
    set("query", answered)
    set("options", entry.offered.map { entry.rendered($0, detail: detail?($0)) })
    let more = suggestions.items.count - entry.offered.count
    if more > 0 { set("more", more) }
  }
}

/// Handles the events of a combobox.
private struct ComboBoxEntry<Item: Identifiable> {
  private let suggestions: Suggestions<Item>
  private let choice: ComboBox<Item>.Choice
  private let title: (Item) -> String
  private let limit: Int
  /// The maximum number of suggestions that are shown.
  private static var most: Int { 50 }

  init(
    _ suggestions: Suggestions<Item>, _ choice: ComboBox<Item>.Choice, _ title: @escaping (Item) -> String, _ limit: Int
  ) {
    (self.suggestions, self.choice, self.title, self.limit) = (suggestions, choice, title, limit)
  }

  var offered: ArraySlice<Item> { suggestions.items.prefix(Self.most) }

  func id(of item: Item) -> String { String(describing: item.id) }

  func rendered(_ item: Item, detail: String?) -> JSONValue {
    var members: JSONObject = ["id": .string(id(of: item)), "text": .string(title(item))]
    if let detail { members["detail"] = .string(detail) }
    return .object(members)
  }

  nonisolated(nonsending) func ask(_ value: EventValue) async throws {
    try await suggestions.ask(checked(value))
  }

  /// An object with the id of a suggestion, or the text with which the user has left the field.
  func choose(_ value: EventValue) throws {
    if case .object(let choice)? = value.json {
      let id = choice["id"]?.stringValue ?? ""
      guard let item = offered.first(where: { self.id(of: $0).hasSameScalars(as: id) }) else {
        throw EventRefusal.invalid("There is no such option")
      }
      return take(item)
    }
    let text = try checked(value)
    if case .one(let selection) = choice {
      if selection.wrappedValue.map(title)?.hasSameScalars(as: text) == true { return suggestions.finish() }
      selection.wrappedValue = nil
    }
    guard text.contains(where: { !$0.isWhitespace }) else { return suggestions.finish() }
    suggestions.left(text) { takeMatch(of: text) }
  }

  func remove(_ value: EventValue) throws {
    let id = try value.text()
    guard case .several(let selection) = choice else { return }
    selection.wrappedValue.removeAll { self.id(of: $0).hasSameScalars(as: id) }
  }

  private func take(_ item: Item) {
    switch choice {
    case .one(let selection): selection.wrappedValue = item
    case .several(let selection):
      if !selection.wrappedValue.contains(where: { $0.id == item.id }) { selection.wrappedValue.append(item) }
    }
    suggestions.finish()
  }

  private func takeMatch(of text: String) {
    let wanted = text.lowercased()
    let matches = suggestions.items.filter { title($0).lowercased() == wanted }
    if matches.count == 1 { take(matches[0]) }
  }

  private func checked(_ value: EventValue) throws(EventRefusal) -> String {
    try TextEntry(text: Binding(get: { "" }, set: { _ in }), limit: limit, takesLines: false).typed(value)
  }
}
