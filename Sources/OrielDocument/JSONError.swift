/// Why a text is not JSON that we take. Offsets count bytes from the start of the text.
public enum JSONError: Error, Equatable, Sendable {
  case unexpectedEnd
  case unexpectedByte(UInt8, offset: Int)
  /// RFC 8259 §4 only says that names *should* be unique; two readers that pick differently are a way around a check.
  case duplicateKey(String, offset: Int)
  case tooDeep(limit: Int)
  case loneSurrogate(offset: Int)
  case invalidUTF8(offset: Int)
  case numberOutOfRange(offset: Int)
  /// A `null`, or what begins like one, where none is allowed.
  case null(offset: Int)
}
