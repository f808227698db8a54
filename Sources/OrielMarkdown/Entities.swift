/// The characters that entities of Markdown stand for. Of those with a name, the ones that people write.
enum Entities {
  private static let named: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}", "copy": "©",
    "reg": "®",
    "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "bdquo": "„", "laquo": "«", "raquo": "»", "bull": "•", "middot": "·", "times": "×", "divide": "÷", "plusmn": "±",
    "deg": "°", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "larr": "←", "rarr": "→",
    "uarr": "↑", "darr": "↓", "le": "≤", "ge": "≥", "ne": "≠", "infin": "∞",
  ]

  /// The text of `&name;` or `&#number;`; itself if it has none.
  static func text(of entity: String) -> String {
    let name = entity.dropFirst().dropLast()
    guard name.hasPrefix("#") else { return named[String(name)] ?? entity }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    // CommonMark 0.31.2, §2.5: what is no character, and 0, becomes U+FFFD.
    guard let number, number != 0, let scalar = Unicode.Scalar(number) else { return "\u{FFFD}" }
    return String(Character(scalar))
  }
}
