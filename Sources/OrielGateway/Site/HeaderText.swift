// Headers are parsed as bytes, because Unicode's rules for characters would take far longer than everything else that
// is done with a request.

extension String {
  /// The parts between separators.
  func parts(_ separator: Unicode.Scalar, omittingEmpty: Bool = true) -> [Substring] {
    self[...].parts(separator, omittingEmpty: omittingEmpty)
  }
}

extension Substring {
  /// The parts between separators.
  func parts(_ separator: Unicode.Scalar, omittingEmpty: Bool = true) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: omittingEmpty).map(Substring.init)
  }

  /// The text without surrounding white space, as defined by RFC 9110.
  var trimmed: String {
    var text = utf8
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
