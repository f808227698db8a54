import OrielDocument

/// The members of an element that is being written, beside those that the element at its place had the last time:
/// nothing is put together as long as they are the same.
struct MemberList {
  private let old: JSONObject?
  private let capacity: Int
  /// As long as all are what they were there is only their number.
  private var same = 0
  private var written = JSONObject()

  /// - Parameter capacity: how many there will usually be, so that they are allocated once.
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

  /// The elements that the last time stood where a list of that name is to be written.
  func counterpart(_ name: String) -> [JSONValue] {
    written.isEmpty ? old?.elements(name, at: same) ?? [] : old?[name]?.arrayValue ?? []
  }

  /// Whether they are those of the last time, all of them.
  var areSame: Bool { written.isEmpty && same == old?.count }

  var object: JSONObject {
    guard written.isEmpty, let old else { return written }
    return same == old.count ? old : JSONObject(old, prefix: same, reserving: same)
  }
}
