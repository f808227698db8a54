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
    description = tokens.reduce(into: "") { $0.appendToken($1) }
  }

  init(unchecked text: String) { description = text }

  /// The names and indices on the way, outermost first; none for the whole document.
  ///
  /// Split between bytes: with an accent at the beginning of a name, it and the `/` are one `Character`.
  public var tokens: [String] {
    description.utf8.split(separator: slash, omittingEmptySubsequences: false).dropFirst().map(Self.unescaped)
  }

  /// A pointer to what is one step further in. The token is taken as it is.
  public func appending(_ token: String) -> JSONPointer {
    var text = description
    text.appendToken(token)
    return JSONPointer(unchecked: text)
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

extension String {
  /// Adds one step to the text of a pointer.
  mutating func appendToken(_ token: String) {
    append("/")
    guard token.utf8.contains(where: { $0 == slash || $0 == tilde }) else { return append(token) }
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": append("~0")
      case "/": append("~1")
      default: unicodeScalars.append(scalar)
      }
    }
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
