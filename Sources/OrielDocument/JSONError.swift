/// The reason why a text is not accepted as JSON. Offsets count bytes from the start of the text.
public enum JSONError: Error, Equatable, Sendable {
  /// The text ends before its value is complete.
  case unexpectedEnd
  /// A byte that JSON does not allow at this offset.
  case unexpectedByte(UInt8, offset: Int)
  /// An object has two members with the same name.
  ///
  /// RFC 8259 §4 only says that names *should* be unique. If two readers choose different members, an attacker can
  /// bypass a check.
  case duplicateKey(String, offset: Int)
  /// Objects and arrays are nested more deeply than the limit. The outermost one has depth 1.
  case tooDeep(limit: Int)
  /// A `\u` escape is one half of a surrogate pair, and the other half is missing.
  case loneSurrogate(offset: Int)
  /// The bytes are not valid UTF-8.
  case invalidUTF8(offset: Int)
  /// A number is too large for a `Double`.
  case numberOutOfRange(offset: Int)
  /// A value that begins with `n`, as `null` does, where `null` is not allowed.
  case null(offset: Int)
}
