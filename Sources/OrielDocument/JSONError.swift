/// Why a text is not JSON that we take. Offsets count bytes from the start of the text.
public enum JSONError: Error, Equatable, Sendable {
  /// The text ends where something has to follow.
  case unexpectedEnd
  /// No JSON has this byte there.
  case unexpectedByte(UInt8, offset: Int)
  /// RFC 8259 §4 only says that names *should* be unique; two readers that pick differently are a way around a check.
  case duplicateKey(String, offset: Int)
  /// More objects and arrays within one another than are taken, the outermost counted as 1.
  case tooDeep(limit: Int)
  /// Half of a pair of `\u` escapes.
  case loneSurrogate(offset: Int)
  /// Bytes that are no UTF-8.
  case invalidUTF8(offset: Int)
  /// A number that does not fit.
  case numberOutOfRange(offset: Int)
  /// A `null`, or what begins like one, where none is allowed.
  case null(offset: Int)
}
