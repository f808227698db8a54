/// A text as people sort it: upper and lower case and accents count alike, and digits count as a number, so that
/// *Desk 9* is before *Desk 10*.
///
/// Texts with one key are equal in a sort. The key doesn't depend on a language: *Å* is with *A* for a Swede, too.
@usableFromInline
struct TextKey: Comparable, Sendable {
  private let bytes: [UInt8]

  @usableFromInline
  init(_ text: String) {
    var writer = TextKeyWriter()
    for scalar in text.unicodeScalars { writer.write(scalar) }
    bytes = writer.finish()
  }

  @usableFromInline
  static func < (left: TextKey, right: TextKey) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

private struct TextKeyWriter {
  private var bytes: [UInt8] = []
  /// The digits of the number that is being read, without leading zeros.
  private var digits: [UInt8] = []
  private var isInNumber = false

  mutating func write(_ scalar: Unicode.Scalar) {
    if ("0"..."9").contains(scalar) {
      if scalar != "0" || !digits.isEmpty { digits.append(UInt8(scalar.value)) }
      isInNumber = true
      return
    }
    endNumber()
    TextFolding.fold(scalar) { bytes.append($0) }
  }

  /// More digits make a larger number. It is where a digit would be, between punctuation and letters.
  private mutating func endNumber() {
    guard isInNumber else { return }
    bytes.append(0x30)
    bytes.append(UInt8(min(digits.count, 255)))
    bytes += digits
    (digits, isInNumber) = ([], false)
  }

  mutating func finish() -> [UInt8] {
    endNumber()
    return bytes
  }
}

/// Upper and lower case and accents count alike.
enum TextFolding {
  /// Gives the bytes that a scalar counts as; none for an accent.
  @inline(__always)
  static func fold(_ scalar: Unicode.Scalar, into write: (UInt8) -> Void) {
    if scalar.isASCII {
      write(UInt8(("A"..."Z").contains(scalar) ? scalar.value | 0x20 : scalar.value))
    } else if let plain = PlainLetters.of(scalar) {
      plain.forEach(write)
    } else if !isAccent(scalar) {
      scalar.properties.lowercaseMapping.utf8.forEach(write)
    }
  }

  /// Combining accents. The marks of other scripts are vowels.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
    default: false
    }
  }
}

/// The Latin letters without accents that letters with accents stand for.
private enum PlainLetters {
  private static let first: UInt32 = 0xC0
  /// Latin-1, Latin Extended-A and -B.
  private static let small = (first...0x24F).map { plain(Unicode.Scalar($0)!) }
  /// Latin Extended Additional, which Vietnamese needs.
  private static let additional = (0x1E00...0x1EFF).map { plain(Unicode.Scalar($0)!) }

  static func of(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar.value {
    case first...0x24F: small[Int(scalar.value - first)]
    case 0x1E00...0x1EFF: additional[Int(scalar.value - 0x1E00)]
    default: nil
    }
  }

  private static func plain(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar {
    case "ß", "ẞ": return Array("ss".utf8)
    case "æ", "Æ": return Array("ae".utf8)
    case "œ", "Œ": return Array("oe".utf8)
    default: break
    }
    // Such as LATIN SMALL LETTER E WITH ACUTE.
    let words = scalar.properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[3].utf8.count == 1, words[4] == "WITH"
    else {
      return nil
    }
    return words[3].utf8.map { $0 | 0x20 }
  }
}
