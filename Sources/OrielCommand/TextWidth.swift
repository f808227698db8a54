extension Character {
  /// How many columns of a terminal it takes: two for most of East Asia's and for emoji (UAX #11).
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isEmoji = first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
    return isEmoji || first.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

extension StringProtocol {
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// As much as fits, with an ellipsis where something is missing.
  func cut(to width: Int) -> String {
    guard columns > width else { return String(self) }
    var left = width - 1
    let kept = prefix { character in
      left -= character.columns
      return left >= 0
    }
    return width > 0 ? kept + "…" : ""
  }
}
