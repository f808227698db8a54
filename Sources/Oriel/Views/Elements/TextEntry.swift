import OrielDocument

/// How much text a field takes.
struct TextLimit {
  /// In Unicode scalars.
  var scalars: Int
  /// Whether an author set it, so that the client should know.
  var isExplicit: Bool

  static let standard = TextLimit(scalars: 16_384, isExplicit: false)
}

/// Writes what the user typed to a binding.
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
    // Not `==`, which would take a composed letter for a decomposed one.
    if !typed.hasSameScalars(as: text.wrappedValue) { text.wrappedValue = typed }
  }

  var handler: ElementHandler {
    .sync { value in try accept(value) }
  }

  /// Submitting may bring the last of the text along.
  func submitHandler(_ action: ElementHandler?) -> ElementHandler {
    let entry = ElementHandler.sync { value in
      if value != nil { try accept(value) }
    }
    return action.map(entry.followed) ?? entry
  }
}

extension OpenElement {
  mutating func set(_ entry: TextEntry, limit: TextLimit) {
    set("text", entry.text.wrappedValue)
    if limit.isExplicit { members.append("maxLength", .integer(limit.scalars)) }
    let handler = entry.handler
    on("input", handler)
    on("change", handler)
  }
}
