/// The icons that buttons, links, images and tabs name: Bootstrap Icons, as Debian's package has them when this is built.
package enum Icons {
  /// The most icons that one request may name.
  package static let limit = 64

  /// An SVG image with a symbol for each of these names, under the name itself; those that no icon has are left out.
  ///
  /// A name is one of Bootstrap Icons, or of an SF Symbol that has an equal there.
  package static func sprite(of names: [String]) -> String {
    let symbols = names.prefix(limit).compactMap { name in
      shapes(of: name).map { "<symbol id=\"\(name)\" viewBox=\"0 0 16 16\">\($0)</symbol>" }
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\">\(symbols.joined())</svg>"
  }

  /// Whether it may be an icon's name: letters, digits, dots and hyphens.
  package static func isName(_ name: String) -> Bool {
    1...64 ~= name.utf8.count && name.wholeMatch(of: /[A-Za-z0-9.-]+/) != nil
  }

  /// Whether there is an icon of this name.
  package static func has(_ name: String) -> Bool { shapes(of: name) != nil }

  /// The content of the icon's image.
  private static func shapes(of name: String) -> String? {
    guard isName(name) else { return nil }
    let names: [String?] = [SymbolNames.bootstrap[name], name, name.split(separator: ".").joined(separator: "-")]
    guard let range = names.lazy.compactMap({ $0.flatMap { index[$0] } }).first else { return nil }
    return embeddedIcons.withUTF8Buffer { String(decoding: $0[range], as: UTF8.self) }
  }

  /// Where the shapes of each icon are in the text, which has a line for each: the name, a tab, and the shapes.
  private static let index: [String: Range<Int>] = embeddedIcons.withUTF8Buffer { text in
    var index: [String: Range<Int>] = [:]
    var start = text.startIndex
    while let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if let tab = text[start..<end].firstIndex(of: UInt8(ascii: "\t")) {
        index[String(decoding: text[start..<tab], as: UTF8.self)] = tab + 1..<end
      }
      start = end + 1
    }
    return index
  }
}
