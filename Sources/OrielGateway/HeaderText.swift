// Headers are taken apart by their bytes: characters are found by rules of Unicode's, which take far longer than all else
// that is done with a request.

extension String {
  /// What stands between these.
  func parts(_ separator: Unicode.Scalar, omittingEmpty: Bool = true) -> [Substring] {
    self[...].parts(separator, omittingEmpty: omittingEmpty)
  }
}

extension Substring {
  /// What stands between these.
  func parts(_ separator: Unicode.Scalar, omittingEmpty: Bool = true) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: omittingEmpty).map(Substring.init)
  }

  /// Without the white space of RFC 9110 around it.
  var trimmed: String {
    var text = utf8
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return String(Substring(text))
  }
}
