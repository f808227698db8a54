import OrielDocument

/// The members of a JSON object in a request's body. Errors name missing and unknown members and those of the wrong
/// type.
struct Members {
  let object: JSONObject
  /// The prefix of member names in errors: `target.` or empty.
  private let prefix: String

  /// - Parameter name: The member that has `value`; `nil` for the body itself.
  init(_ value: JSONValue, of name: String? = nil, allowing names: [String]) throws(Problem) {
    guard case .object(let object) = value else { throw .wrongType(member: name, expected: "an object") }
    self.object = object
    prefix = name.map { "\($0)." } ?? ""
    for member in object where !names.contains(where: { $0.hasSameScalars(as: member.key) }) {
      throw .unknownMember(prefix + member.key, known: names.map { prefix + $0 })
    }
  }

  func name(_ member: String) -> String { prefix + member }

  func required<Value>(
    _ name: String, _ read: (Members, String) throws(Problem) -> Value?
  ) throws(Problem) -> Value {
    guard let value = try read(self, name) else { throw .missingMember(self.name(name)) }
    return value
  }

  func text(_ name: String) throws(Problem) -> String? {
    guard let value = object[name] else { return nil }
    guard let text = value.stringValue else { throw .wrongType(member: self.name(name), expected: "a string") }
    return text
  }

  func object(_ name: String) throws(Problem) -> JSONObject? {
    guard let value = object[name] else { return nil }
    guard let object = value.objectValue else { throw .wrongType(member: self.name(name), expected: "an object") }
    return object
  }

  func flag(_ name: String) throws(Problem) -> Bool? {
    guard let value = object[name] else { return nil }
    guard let flag = value.boolValue else { throw .wrongType(member: self.name(name), expected: "true or false") }
    return flag
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let value = object[name] else { return nil }
    guard let number = value.integerValue, range.contains(number) else {
      throw .wrongType(
        member: self.name(name), expected: "an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
