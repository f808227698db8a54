import OrielDocument

/// The maximum length of a field's text.
struct TextLimit {
  /// In Unicode scalars.
  var scalars: Int
  /// Whether the app has set it, so that the client has to know.
  var isExplicit: Bool

  static let standard = TextLimit(scalars: 16_384, isExplicit: false)
}

/// Writes the user's text to a binding.
struct TextEntry {
  let text: Binding<String>
  let limit: Int
  let takesLines: Bool

  func accept(_ value: JSONValue?) throws(EventRefusal) {
    // Not `==`, which treats composed and decomposed letters as equal.
    try text.change(to: typed(value)) { $0.hasSameScalars(as: $1) }
  }

  /// The text of an event.
  func typed(_ value: JSONValue?) throws(EventRefusal) -> String {
    let typed = try EventValue.text(value)
    guard typed.utf8.count <= limit || typed.unicodeScalars.count <= limit else {
      throw .invalid("The text is longer than \(limit) characters")
    }
    guard takesLines || !typed.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw .invalid("The field takes one line of text")
    }
    return typed
  }

  var handler: ElementHandler {
    .sync { value in try accept(value) }
  }

  /// A submit event may include the end of the text.
  func submitHandler(_ action: ElementHandler?) -> ElementHandler {
    let entry = ElementHandler.sync { value in
      if value != nil { try accept(value) }
    }
    return action.map(entry.followed) ?? entry
  }
}

/// A text that is written to its binding when the edit ends. Until then, the window's graph keeps it as a draft.
struct TextEdit {
  let entry: TextEntry
  /// `nil` where no graph keeps drafts, as in a shared document, which many users edit.
  private let place: (node: _ModelNode, graph: NavigationGraph, element: String)?

  init(_ entry: TextEntry, of node: _ModelNode?, element: String?) {
    self.entry = entry
    place =
      if let node, let graph = node.graph, graph.host.takesDrafts, let element { (node, graph, element) } else { nil }
  }

  var takesDrafts: Bool { place != nil }

  var draft: Draft? {
    place.flatMap { node, graph, element in graph.draft(of: node.id, element) }
  }

  func type(_ value: JSONValue?) throws(EventRefusal) {
    guard let (node, graph, element) = place else { return }
    try graph.setDraft(entry.typed(value), of: node, element)
  }

  func end(_ value: JSONValue?) throws(EventRefusal) {
    let text = try entry.typed(value)
    guard let (node, graph, element) = place, let draft else { return try entry.accept(value) }
    graph.discardDraft(of: node.id, element)
    // Another user may end the edit, whose numbers are written in another way.
    let language = draft.text.hasSameScalars(as: text) ? draft.language : graph.host.environment.locale
    try graph.host.environment.client.speaking(language) { () throws(EventRefusal) in try entry.accept(value) }
  }

  /// A submit event may include the end of the text.
  func submitHandler(_ action: ElementHandler?) -> ElementHandler {
    let end = ElementHandler.sync { value in
      if let value { try self.end(value) } else if let draft { try self.end(.string(draft.text)) }
    }
    return action.map(end.followed) ?? end
  }
}

extension OpenElement {
  mutating func set(_ entry: TextEntry, limit: TextLimit) {
    set("text", entry.text.wrappedValue)
    set(limit)
    let handler = entry.handler
    on("input", handler)
    on("change", handler)
  }

  mutating func set(_ edit: TextEdit, limit: TextLimit) {
    let draft = edit.draft
    set("text", draft?.text ?? edit.entry.text.wrappedValue)
    set(limit)
    if edit.takesDrafts {
      set("draft", draft != nil)
      on("input", .sync { value in try edit.type(value) })
    } else {
      set("live", false)
    }
    on("change", .sync { value in try edit.end(value) })
  }

  /// Writes the members that describe the field and not its text.
  mutating func describe(_ environment: ElementEnvironment, prompt: String?) {
    if let prompt { set("placeholder", prompt) }
    if let type = environment.textContentType { set("autocomplete", type.rawValue) }
    if let type = environment.keyboardType { set("keyboard", type.rawValue) }
  }

  private mutating func set(_ limit: TextLimit) {
    if limit.isExplicit { members.append("maxLength", .integer(limit.scalars)) }
  }
}

/// Follows the caret of a field, and moves it.
struct SelectionEntry {
  let selection: Binding<TextSelection?>
  let text: Binding<String>

  /// A bound selection that is `nil` becomes an empty object, so that the page knows that it has to report it.
  var rendered: JSONValue {
    guard let range = selection.wrappedValue?.range else { return [:] }
    let count = text.wrappedValue.unicodeScalars.count
    return ["from": .integer(min(range.lowerBound, count)), "to": .integer(min(range.upperBound, count))]
  }

  func accept(_ value: JSONValue?) throws(EventRefusal) {
    guard let from = value?["from"]?.integerValue, let to = value?["to"]?.integerValue, from >= 0, from <= to else {
      throw .invalid("Expected a selection")
    }
    let count = text.wrappedValue.unicodeScalars.count
    try selection.change(to: TextSelection(range: min(from, count)..<min(to, count)))
  }
}

extension OpenElement {
  mutating func set(_ entry: SelectionEntry?) {
    guard let entry else { return }
    members.append("selection", entry.rendered)
    on("selection", .sync { value in try entry.accept(value) })
  }
}
