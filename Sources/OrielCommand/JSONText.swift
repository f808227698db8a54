import OrielDocument

/// JSON for people and for scripts; what would steer a terminal is escaped (RFC 8259 §7).
enum JSONText {
  /// On one line.
  static func compact(_ value: JSONValue) -> String { escaped(value.description) }

  /// A member or an element on each line, two spaces deeper each time.
  static func pretty(_ value: JSONValue) -> String { escaped(pretty(value, indent: "")) }

  private static func pretty(_ value: JSONValue, indent: String) -> String {
    let inner = indent + "  "
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + pretty($0, indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let object) where !object.isEmpty:
      let lines = object.map { "\(inner)\(JSONValue.string($0.key)): \(pretty($0.value, indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    default: return value.description
    }
  }

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: Terminal.steers) else { return text }
    return text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if Terminal.steers(scalar) {
        let digits = String(scalar.value, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
