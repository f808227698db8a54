/// Why a patch cannot be read or applied.
package enum PatchError: Error, Equatable, Sendable {
  case notAnArray
  case notAnObject
  case missingMember(String)
  case unknownOperation(String)
  case notAPointer(String)
  /// The path `""`, which the protocol does not have: a new document is a state, not a patch.
  case wholeDocument

  /// Nothing is at that path, or nothing that has members or elements is on the way to it.
  case noValue(at: JSONPointer)
  /// The last step is no index of the array that it is a step into: not a number, with leading zeros, `-`, or too large.
  case noIndex(at: JSONPointer)
  /// A value cannot be moved into itself (RFC 6902 §4.4).
  case moveIntoItself(from: JSONPointer, path: JSONPointer)
}
