/// A path to a value inside a document (RFC 6901): `/models/m1/body/0`.
public struct JSONPointer: Sendable {
  /// As it is written, with `~0` for `~` and `~1` for `/`.
  public let description: String

  /// `nil` for text that is no pointer: it starts with something other than `/`, or a `~` is followed by neither `0` nor `1`.
  public init?(_ text: String) {
    guard Self.isPointer(text) else { return nil }
    description = text
  }

  /// A pointer that takes these steps, outermost first, as they are: they are escaped where need be.
  public init(tokens: some Sequence<String>) {
    self.init(length: 0) { for token in tokens { $0.append(token: token) } }
  }

  /// - Parameter length: about how long its text will be, in bytes.
  init(length: Int, _ write: (inout PointerText) -> Void) {
    var text = PointerText(length: length)
    write(&text)
    description = String(decoding: text.bytes, as: UTF8.self)
  }

  /// The names and indices on the way, outermost first; none for the whole document.
  ///
  /// Split between bytes: with an accent at the beginning of a name, it and the `/` are one `Character`.
  public var tokens: [String] {
    description.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map(Self.unescaped)
  }

  /// A pointer with one more token, which is not escaped.
  public func appending(_ token: String) -> JSONPointer {
    JSONPointer(length: description.utf8.count + 1 + token.utf8.count) {
      $0.append(description)
      $0.append(token: token)
    }
  }

  private static func isPointer(_ text: String) -> Bool {
    guard text.utf8.first ?? slash == slash else { return false }
    var follows = false
    for byte in text.utf8 {
      if follows, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
      follows = byte == tilde
    }
    return !follows
  }

  private static func unescaped(_ token: Substring.UTF8View) -> String {
    guard token.contains(tilde) else { return String(Substring(token)) }
    var bytes: [UInt8] = []
    var follows = false
    for byte in token {
      if follows {
        bytes.append(byte == UInt8(ascii: "0") ? tilde : slash)
      } else if byte != tilde {
        bytes.append(byte)
      }
      follows = !follows && byte == tilde
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

private let slash = UInt8(ascii: "/")
private let tilde = UInt8(ascii: "~")

/// The text of a pointer on its way.
struct PointerText {
  private(set) var bytes: [UInt8] = []

  init(length: Int) {
    bytes.reserveCapacity(length)
  }

  mutating func append(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isWritten == nil { bytes += text.utf8 }
  }

  /// Adds one step.
  mutating func append(token: String) {
    bytes.append(slash)
    let start = bytes.count
    append(token)
    if bytes[start...].contains(where: { $0 == slash || $0 == tilde }) { escape(from: start) }
  }

  private mutating func escape(from start: Int) {
    let token = bytes[start...]
    bytes.removeSubrange(start...)
    for byte in token {
      switch byte {
      case tilde: append("~0")
      case slash: append("~1")
      default: bytes.append(byte)
      }
    }
  }

  /// Adds a step into a list.
  mutating func append(token index: Int) {
    bytes.append(slash)
    if index < 10 { bytes.append(UInt8(ascii: "0") + UInt8(index)) } else { append(index.description) }
  }
}

extension JSONPointer: Hashable {
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.description.hasSameScalars(as: right.description)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(scalarsOf: description) }
}

extension JSONPointer: CustomStringConvertible, ExpressibleByStringLiteral {
  /// A literal that is no pointer is taken for the name of one member.
  public init(stringLiteral text: String) {
    self = JSONPointer(text) ?? JSONPointer(tokens: [text])
  }
}
