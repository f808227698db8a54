/// The reason why a patch cannot be read or applied.
package enum PatchError: Error, Equatable, Sendable {
  case notAnArray
  case notAnObject
  case missingMember(String)
  case unknownOperation(String)
  case notAPointer(String)
  /// The path is `""`, which the protocol does not allow: a whole new document is sent as a state, not as a patch.
  case wholeDocument

  /// There is no value at this path, or a value on the way to it is neither an object nor an array.
  case noValue(at: JSONPointer)
  /// A step into an array is not a valid index: it is not a number, has leading zeros, is `-`, or is too large.
  case noIndex(at: JSONPointer)
  /// A value cannot be moved into itself (RFC 6902 §4.4).
  case moveIntoItself(from: JSONPointer, path: JSONPointer)
}
