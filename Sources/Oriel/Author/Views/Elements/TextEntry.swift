import OrielDocument

/// The maximum length of a field's text.
struct TextLimit {
  /// In Unicode scalars.
  var scalars: Int
  /// Whether the app has set it, so that the client has to know.
  var isExplicit: Bool

  static let standard = TextLimit(scalars: 16_384, isExplicit: false)
}

/// Where a field is, so that its graph keeps what is typed in it.
struct TextPlace {
  let node: _ModelNode
  let graph: NavigationGraph
  let element: String

  init?(_ node: _ModelNode?, element: String?) {
    guard let node, let graph = node.graph, let element else { return nil }
    (self.node, self.graph, self.element) = (node, graph, element)
  }
}

/// Writes the user's text to a binding.
struct TextEntry {
  let text: Binding<String>
  let limit: Int
  let takesLines: Bool
  /// `nil` for a text that no other user sees, such as a password.
  var place: TextPlace?

  /// A text that was typed over another than the present one is merged into that.
  func accept(_ value: EventValue) throws(EventRefusal) {
    let typed = try typed(value)
    let merged = try merged(typed, value.over)
    // Not `==`, which treats composed and decomposed letters as equal.
    try text.change(to: merged) { $0.hasSameScalars(as: $1) }
    guard let place else { return }
    let isMerged = !merged.hasSameScalars(as: typed)
    place.graph.typed(TypedText(merged, of: place, isMerged: isMerged), beside: text.wrappedValue)
  }

  /// The end of an edit: from here on, the field shows the app's form of its text.
  func end(_ value: EventValue) throws(EventRefusal) {
    try accept(value)
    if let place { place.graph.forgetTyped(of: place.node.id, place.element) }
  }

  private func merged(_ typed: String, _ over: TextBase?) throws(EventRefusal) -> String {
    guard let over else { return typed }
    let current = place.flatMap { $0.graph.typedText(of: $0.node.id, $0.element, value: text.wrappedValue) }
    guard let merged = over.merging(typed, into: current ?? text.wrappedValue) else {
      throw .invalid("The text was not typed over this one")
    }
    return try checked(merged)
  }

  /// The text of an event.
  func typed(_ value: EventValue) throws(EventRefusal) -> String {
    let typed = try checked(value.text())
    guard takesLines || !typed.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw .invalid("The field takes one line of text")
    }
    return typed
  }

  private func checked(_ text: String) throws(EventRefusal) -> String {
    guard text.utf8.count <= limit || text.unicodeScalars.count <= limit else {
      throw .invalid("The text is longer than \(limit) characters")
    }
    return text
  }

  var handler: ElementHandler {
    .sync { value in try accept(value) }
  }

  /// A submit event may include the end of the text.
  func submitHandler(_ action: ElementHandler?) -> ElementHandler {
    let entry = ElementHandler.sync { value in
      if value.json != nil { try end(value) }
    }
    return action.map(entry.followed) ?? entry
  }
}

/// A text that is written to its binding when the edit ends. Until then, the window's graph keeps it as a draft.
struct TextEdit {
  let entry: TextEntry
  /// `nil` where no graph keeps drafts, as in a shared document, which many users edit.
  private let place: TextPlace?

  init(_ entry: TextEntry, of node: _ModelNode?, element: String?) {
    self.entry = entry
    place = TextPlace(node, element: element).flatMap { $0.graph.host.takesDrafts ? $0 : nil }
  }

  var takesDrafts: Bool { place != nil }

  var draft: Draft? {
    place.flatMap { $0.graph.draft(of: $0.node.id, $0.element) }
  }

  func type(_ value: EventValue) throws(EventRefusal) {
    guard let place else { return }
    try place.graph.setDraft(entry.typed(value), of: place.node, place.element)
  }

  /// A page keeps a text that is refused, so that its user can correct it.
  func end(_ value: EventValue) throws(EventRefusal) {
    let text = try entry.typed(value)
    defer { if let place { place.graph.discardDraft(of: place.node.id, place.element) } }
    guard let place, let draft else { return try write(text) }
    // Another user may end the edit, whose numbers are written in another way.
    let language = draft.text.hasSameScalars(as: text) ? draft.language : place.graph.host.environment.locale
    try place.graph.host.environment.client.speaking(language) { () throws(EventRefusal) in try write(text) }
  }

  private func write(_ text: String) throws(EventRefusal) {
    try entry.accept(EventValue(.string(text)))
    if let complaint = entry.text.location.complaint(about: text) { throw complaint }
  }

  /// A submit event may include the end of the text.
  func submitHandler(_ action: ElementHandler?) -> ElementHandler {
    let end = ElementHandler.sync { value in
      if value.json != nil { try self.end(value) } else if let draft { try self.end(EventValue(.string(draft.text))) }
    }
    return action.map(end.followed) ?? end
  }
}

extension OpenElement {
  mutating func set(_ entry: TextEntry, limit: TextLimit) {
    let value = entry.text.wrappedValue
    set("text", value)
    if let place = entry.place, let typed = place.graph.typedText(of: place.node.id, place.element, value: value) {
      set("typed", typed)
    }
    set(limit)
    on("input", entry.handler)
    on("change", .sync { value in try entry.end(value) })
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

  func accept(_ value: EventValue) throws(EventRefusal) {
    let value = value.json
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
