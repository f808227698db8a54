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
    let typed = try EventValue.text(value)
    guard typed.utf8.count <= limit || typed.unicodeScalars.count <= limit else {
      throw .invalid("The text is longer than \(limit) characters")
    }
    guard takesLines || !typed.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else {
      throw .invalid("The field takes one line of text")
    }
    // Not `==`, which treats composed and decomposed letters as equal.
    try text.change(to: typed) { $0.hasSameScalars(as: $1) }
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

extension OpenElement {
  /// - Parameter isLive: Whether the page sends the text while the user types.
  mutating func set(_ entry: TextEntry, limit: TextLimit, isLive: Bool = true) {
    set("text", entry.text.wrappedValue)
    if limit.isExplicit { members.append("maxLength", .integer(limit.scalars)) }
    let handler = entry.handler
    if isLive { on("input", handler) } else { set("live", false) }
    on("change", handler)
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
