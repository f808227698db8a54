import OrielDocument

/// The models of a window as people read them: a line for each, indented below the one it belongs to.
enum ModelLines {
  static func lines(_ model: JSONValue, level: Int = 0) -> [String] {
    let (type, id) = (model["type"]?.stringValue ?? "", model["id"]?.stringValue ?? "")
    let presented = model["presentedAs"]?.stringValue.map { " (\($0))" } ?? ""
    let line = String(repeating: "  ", count: level) + Terminal.safe(type + (id.isEmpty ? "" : " \(id)") + presented)
    return [line] + (model["children"]?.arrayValue ?? []).flatMap { lines($0, level: level + 1) }
  }
}
