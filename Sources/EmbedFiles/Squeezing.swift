/// A script without comments and white space that means nothing. A line's end stays where it could end a statement,
/// and around imports and exports, which are then found by their lines.
///
/// It knows strings, templates and regular expressions as far as to leave them alone; a `/` is a division where
/// a value stands before it.
func squeezedScript(_ text: String) -> String {
  var script = Squeezer(text)
  script.run()
  return script.output
}

/// A style sheet without comments and white space that means nothing.
func squeezedStyle(_ text: String) -> String {
  var style = ""
  var rest = Substring(text)
  while let start = rest.range(of: "/*") {
    style += rest[..<start.lowerBound]
    rest = rest.range(of: "*/", after: start.upperBound).map { rest[$0.upperBound...] } ?? ""
  }
  style += rest
  var squeezed = style.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  for mark in ["{", "}", ";", ","] {
    squeezed = squeezed.replacing(" \(mark)", with: mark).replacing("\(mark) ", with: mark)
  }
  return squeezed.replacing(": ", with: ":").replacing(" > ", with: ">").replacing(";}", with: "}")
}

extension Substring {
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
  fileprivate func range(of text: String, after index: Index) -> Range<Index>? { self[index...].firstRange(of: text) }
}

private struct Squeezer {
  private let input: [UInt8]
  private var at = 0
  private var bytes: [UInt8] = []
  /// Code written at a line's end, and whether a line ends or words part before what comes next.
  private var parts = false
  private var endsLine = false

  init(_ text: String) { input = Array(text.utf8) }

  var output: String { String(decoding: bytes, as: UTF8.self) }

  mutating func run() {
    while at < input.count {
      switch (input[at], at + 1 < input.count ? input[at + 1] : 0) {
      case (.space, _): skip(1)
      case (.newline, _):
        endsLine = true
        at += 1
      case (.slash, .slash): skip((input[at...].firstIndex(of: .newline) ?? input.count) - at)
      case (.slash, .star): skipComment()
      case (.quote, _), (.apostrophe, _): copy(literal(input[at]))
      case (.backtick, _): copy(template())
      case (.slash, _) where !followsValue: copy(regularExpression())
      default: copy(1)
      }
    }
    bytes.append(.newline)
  }

  private mutating func skip(_ count: Int) {
    parts = true
    at += count
  }

  private mutating func skipComment() {
    parts = true
    at += 2
    while at + 1 < input.count, (input[at], input[at + 1]) != (.star, .slash) { at += 1 }
    at += 2
  }

  /// Writes the next token, after the minimum of white space.
  private mutating func copy(_ count: Int) {
    let next = input[at]
    if let last = bytes.last {
      if endsLine, !isOpen(last), !isClosing(next), last != .semicolon || isLink {
        bytes.append(.newline)
      } else if parts || endsLine, last.isWord && next.isWord || last == next && (next == .plus || next == .minus) {
        bytes.append(.space)
      }
    }
    parts = false
    endsLine = false
    bytes += input[at..<min(at + count, input.count)]
    at += count
  }

  /// Whether an import or an export stands before or after here.
  private var isLink: Bool {
    bytes.dropLast().last == .quote
      || [Array("import".utf8), Array("export".utf8)].contains { input[at...].starts(with: $0) }
  }

  /// No statement ends after these, or is cut by the end of a line before those. A declaration's `}` keeps its line.
  private func isOpen(_ byte: UInt8) -> Bool { "{([,:=&|?<+".utf8.contains(byte) }
  private func isClosing(_ byte: UInt8) -> Bool { ")],.?:&|}".utf8.contains(byte) }

  private var followsValue: Bool {
    guard let last = bytes.last else { return false }
    if last.isWord {
      let word = bytes.reversed().prefix(while: \.isWord).reversed()
      return !word.elementsEqual("return".utf8)
    }
    return last == UInt8(ascii: ")") || last == UInt8(ascii: "]")
  }

  private func literal(_ quote: UInt8) -> Int {
    var end = at + 1
    while end < input.count, input[end] != quote { end += input[end] == .backslash ? 2 : 1 }
    return end + 1 - at
  }

  /// Braces nest in it; our templates hold no others.
  private func template() -> Int {
    var end = at + 1
    var depth = 0
    while end < input.count, input[end] != .backtick || depth > 0 {
      switch input[end] {
      case .backslash: end += 1
      case UInt8(ascii: "{") where depth > 0 || input[end - 1] == UInt8(ascii: "$"): depth += 1
      case UInt8(ascii: "}") where depth > 0: depth -= 1
      default: break
      }
      end += 1
    }
    return end + 1 - at
  }

  private func regularExpression() -> Int {
    var end = at + 1
    var isClass = false
    while end < input.count, input[end] != .slash || isClass {
      switch input[end] {
      case .backslash: end += 1
      case UInt8(ascii: "["): isClass = true
      case UInt8(ascii: "]"): isClass = false
      default: break
      }
      end += 1
    }
    return end + 1 - at
  }
}

extension UInt8 {
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let newline = UInt8(ascii: "\n")
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let star = UInt8(ascii: "*")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let apostrophe = UInt8(ascii: "'")
  fileprivate static let backtick = UInt8(ascii: "`")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let semicolon = UInt8(ascii: ";")
  fileprivate static let plus = UInt8(ascii: "+")
  fileprivate static let minus = UInt8(ascii: "-")

  /// Part of a name or a number; a private name begins with `#`.
  fileprivate var isWord: Bool {
    self >= 0x80 || "_$#".utf8.contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
