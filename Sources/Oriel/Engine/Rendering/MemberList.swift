import OrielDocument

/// The members of an element being written, compared with those of the previous element. Nothing is stored as long as
/// they are the same.
struct MemberList {
  private let old: JSONObject?
  private let capacity: Int
  /// The number of unchanged elements, until the first difference.
  private var same = 0
  private var written = JSONObject()

  /// - Parameter capacity: The usual number of members, to allocate them once.
  init(after old: JSONObject?, reserving capacity: Int) {
    self.old = old
    self.capacity = capacity
  }

  mutating func append(_ name: String, _ value: JSONValue) {
    if written.isEmpty, let old, old.hasMember(name, value, at: same) { same += 1 } else { write(name, value) }
  }

  mutating func append(_ name: String, _ text: String) {
    if written.isEmpty, let old, old.hasMember(name, text, at: same) { same += 1 } else { write(name, .string(text)) }
  }

  private mutating func write(_ name: String, _ value: JSONValue) {
    if written.isEmpty { written = JSONObject(old, prefix: same, reserving: capacity) }
    written.append(name, value)
  }

  subscript(name: String) -> JSONValue? { object[name] }

  /// The text that this member had in the previous element, if that was the one with this id.
  func formerText(_ name: String, of id: String) -> String? {
    guard let old, old["id"]?.stringValue?.hasSameScalars(as: id) == true else { return nil }
    return old[name]?.stringValue
  }

  /// The previous elements of the list with this name.
  func counterpart(_ name: String) -> [JSONValue] {
    written.isEmpty ? old?.elements(name, at: same) ?? [] : old?[name]?.arrayValue ?? []
  }

  /// Whether all members are unchanged.
  var areSame: Bool { written.isEmpty && same == old?.count }

  var object: JSONObject {
    guard written.isEmpty, let old else { return written }
    return same == old.count ? old : JSONObject(old, prefix: same, reserving: same)
  }
}
