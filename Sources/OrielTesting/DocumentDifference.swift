import OrielDocument

/// Describes the differences of two documents, with a line for each: `/models/m1/body/0/text: "1" → "2"`.
enum DocumentDifference {
  static func text(from old: JSONValue?, to new: JSONValue?) -> String {
    lines(from: old, to: new).joined(separator: "\n")
  }

  static func lines(from old: JSONValue?, to new: JSONValue?) -> [String] {
    lines(old, new, at: JSONPointer(tokens: []))
  }

  private static func lines(_ old: JSONValue?, _ new: JSONValue?, at path: JSONPointer) -> [String] {
    if old == new { return [] }
    switch (old, new) {
    case (.object(let old)?, .object(let new)?): return members(old, new, at: path)
    case (.array(let old)?, .array(let new)?): return elements(old, new, at: path)
    default: return ["\(place(path)): \(text(old)) → \(text(new))"]
    }
  }

  private static func members(_ old: JSONObject, _ new: JSONObject, at path: JSONPointer) -> [String] {
    let keys = old.map(\.key) + new.map(\.key).filter { old[$0] == nil }
    return keys.flatMap { lines(old[$0], new[$0], at: path.appending($0)) }
  }

  private static func elements(_ old: [JSONValue], _ new: [JSONValue], at path: JSONPointer) -> [String] {
    (0..<max(old.count, new.count)).flatMap { index in
      lines(
        index < old.count ? old[index] : nil, index < new.count ? new[index] : nil,
        at: path.appending(String(index)))
    }
  }

  private static func place(_ path: JSONPointer) -> String {
    path.description.isEmpty ? "the document" : path.description
  }

  private static func text(_ value: JSONValue?) -> String { value?.description ?? "nothing" }
}
