// Headers, queries and forms are parsed as bytes, because Unicode's rules for characters would take far longer than
// everything else that is done with a request. Each is read up to a number of parts, because a request has room for
// thousands of them.

/// How many parts of a request are read.
package enum HeaderLimits {
  package static let cookies = 100
  /// The elements of a list. A request has no more of those that decide what it is: its head is refused.
  package static let elements = 32
  /// The fields of a query or a form.
  package static let fields = 16
}

extension String {
  /// The parts between separators, without those beyond a number.
  package func parts(_ separator: Unicode.Scalar, atMost limit: Int, omittingEmpty: Bool = true) -> [Substring] {
    self[...].parts(separator, atMost: limit, omittingEmpty: omittingEmpty)
  }
}

extension Substring {
  /// The parts between separators, without those beyond a number. Empty ones count too.
  package func parts(_ separator: Unicode.Scalar, atMost limit: Int, omittingEmpty: Bool = true) -> [Substring] {
    let parts = utf8.split(separator: UInt8(ascii: separator), maxSplits: limit, omittingEmptySubsequences: false)
    return parts.prefix(limit).filter { !omittingEmpty || !$0.isEmpty }.map(Substring.init)
  }

  /// The text without surrounding white space, as defined by RFC 9110.
  package var trimmed: Substring {
    var text = utf8
    while text.first?.isBlank == true { text.removeFirst() }
    while text.last?.isBlank == true { text.removeLast() }
    return Substring(text)
  }
}

extension UInt8 {
  package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  package var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension HTTPRequest {
  /// Whether `If-None-Match` names this tag (RFC 9110 §13.1.2).
  func knows(_ tag: String) -> Bool {
    guard let list = headers["if-none-match"] else { return false }
    let tags = list.parts(",", atMost: HeaderLimits.elements).map(\.trimmed)
    return list == "*" || tags.contains { $0 == tag || $0 == "W/\(tag)" }
  }

  /// Whether `Accept` names this type.
  func accepts(_ type: String) -> Bool {
    let types = headers["accept"]?.parts(",", atMost: HeaderLimits.elements) ?? []
    return types.contains { $0.trimmed.utf8.starts(with: type.utf8) }
  }
}
