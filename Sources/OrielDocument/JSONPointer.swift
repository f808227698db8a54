/// A path to a value inside a document (RFC 6901), such as `/models/m1/body/0`.
public struct JSONPointer: Sendable {
  /// The pointer's text, with `~0` for `~` and `~1` for `/`.
  public let description: String

  /// Creates a pointer from its text.
  ///
  /// - Returns: `nil` if the text is not a pointer: it does not start with `/`, or a `~` is not followed by `0` or `1`.
  ///   The empty text is a pointer to the whole document.
  public init?(_ text: String) {
    guard Self.isPointer(text) else { return nil }
    description = text
  }

  /// Creates a pointer from unescaped names and indices, outermost first. Characters are escaped where necessary.
  public init(tokens: some Sequence<String>) {
    self.init(length: 0) { for token in tokens { $0.append(token: token) } }
  }

  /// - Parameter length: The approximate length of the text, in bytes.
  init(length: Int, _ write: (inout PointerText) -> Void) {
    var text = PointerText(length: length)
    write(&text)
    description = String(decoding: text.bytes, as: UTF8.self)
  }

  /// The unescaped names and indices of the path, outermost first. The pointer to the whole document has none.
  ///
  /// The text is split by bytes, not by characters: if a name begins with a combining accent, the accent and the `/`
  /// before it are one `Character`.
  public var tokens: [String] {
    description.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map(Self.unescaped)
  }

  /// Returns a pointer with one more token.
  ///
  /// - Parameter token: A name or an index, not escaped.
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

/// The text of a pointer while it is being built.
struct PointerText {
  private(set) var bytes: [UInt8] = []

  init(length: Int) {
    bytes.reserveCapacity(length)
  }

  mutating func append(_ text: String) {
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    if isWritten == nil { bytes += text.utf8 }
  }

  /// Appends one step, escaped where necessary.
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

  /// Appends an array index.
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
  /// Creates a pointer from a literal. If the literal is not a valid pointer, it is taken as the name of one member.
  public init(stringLiteral text: String) {
    self = JSONPointer(text) ?? JSONPointer(tokens: [text])
  }
}
