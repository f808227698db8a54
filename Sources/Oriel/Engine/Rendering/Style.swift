/// The styles of an element: the closed set of the protocol. The client decides how they look.
public enum StyleToken: String, CaseIterable, Sendable {
  /// The sizes of text, the largest first.
  case title, title2, headline, body, caption
  /// Monospaced text.
  case mono
  /// Bold text.
  case bold
  /// Italic text.
  case italic
  /// Underlined text.
  case underline
  /// Struck-through text.
  case strikethrough
  /// Foreground colours: weaker text, interactive elements, errors, warnings, success.
  case secondary, accent, danger, warn, good
  /// The style of a button: filled, with a border, or plain.
  case prominent, bordered, plain
  /// The alignment of lines of text, if not leading.
  case center, trailing
  /// On a separate surface, with a margin.
  case card
  /// Fills the available space.
  case fill
  /// The sizes of controls, the smallest first.
  case dense, compact, regular
  /// A word in a box of its own.
  case chip
  /// In place of texts that are not there yet.
  case placeholder

  fileprivate var bit: UInt32 {
    switch self {
    case .title: 1 << 0
    case .title2: 1 << 1
    case .headline: 1 << 2
    case .body: 1 << 3
    case .caption: 1 << 4
    case .mono: 1 << 5
    case .bold: 1 << 6
    case .italic: 1 << 7
    case .secondary: 1 << 8
    case .accent: 1 << 9
    case .danger: 1 << 10
    case .prominent: 1 << 11
    case .bordered: 1 << 12
    case .plain: 1 << 13
    case .center: 1 << 14
    case .trailing: 1 << 15
    case .card: 1 << 16
    case .fill: 1 << 17
    case .underline: 1 << 18
    case .strikethrough: 1 << 19
    case .dense: 1 << 20
    case .compact: 1 << 21
    case .regular: 1 << 22
    case .warn: 1 << 23
    case .good: 1 << 24
    case .chip: 1 << 25
    case .placeholder: 1 << 26
    }
  }

  /// The group of mutually exclusive tokens that this one belongs to.
  fileprivate var group: UInt32 {
    switch self {
    case .title, .title2, .headline, .body, .caption: 0b11111
    case .secondary, .accent, .danger, .warn, .good: 0b111 << 8 | 0b11 << 23
    case .prominent, .bordered, .plain: 0b111 << 11
    case .center, .trailing: 0b11 << 14
    case .dense, .compact, .regular: 0b111 << 20
    case .mono, .bold, .italic, .underline, .strikethrough, .card, .fill, .chip, .placeholder: bit
    }
  }
}

/// A set of style tokens that also knows which groups it sets, so that the style nearest to an element wins.
struct Style: Hashable {
  private var tokens: UInt32 = 0
  private var answered: UInt32 = 0

  init() {}

  init(_ token: StyleToken, isActive: Bool = true) {
    answered = token.group
    tokens = isActive ? token.bit : 0
  }

  var isEmpty: Bool { tokens == 0 }

  func overlaid(with inner: Style) -> Style {
    var style = self
    style.tokens = tokens & ~inner.answered | inner.tokens
    style.answered |= inner.answered
    return style
  }

  /// The tokens separated by spaces, always in the same order.
  var text: String {
    var text = ""
    for token in StyleToken.allCases where tokens & token.bit != 0 {
      if !text.isEmpty { text += " " }
      text += token.rawValue
    }
    return text
  }
}

/// Saved by the tokens' names, which don't depend on their order here.
extension Style: Codable {
  init(from decoder: any Decoder) throws {
    let names = try decoder.singleValueContainer().decode([String].self)
    for name in names.prefix(1).joined().split(separator: " ") {
      if let token = StyleToken(rawValue: String(name)) { tokens |= token.bit }
    }
    for name in names.dropFirst().joined().split(separator: " ") {
      if let token = StyleToken(rawValue: String(name)) { answered |= token.bit }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var all = Style()
    all.tokens = answered
    var container = encoder.singleValueContainer()
    try container.encode([text, all.text])
  }
}
