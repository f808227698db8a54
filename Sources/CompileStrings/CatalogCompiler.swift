import Foundation

/// Turns a String Catalog into the code of a `Localization`.
final class CatalogCompiler {
  struct Issue: Equatable {
    enum Severity: String { case warning, error }
    var severity: Severity
    var line: Int
    var message: String
  }

  /// What the plugin writes into the program. `OrielDocument` reads it.
  private struct Compiled: Encodable {
    var source: String
    var languages: [String: [String: Text]]
  }

  private enum Text: Encodable {
    case plain(String)
    case plurals(String, [String: Part])

    private enum CodingKeys: CodingKey { case text, plurals }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .plain(let text):
        var container = encoder.singleValueContainer()
        try container.encode(text)
      case .plurals(let text, let parts):
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text, forKey: .text)
        try container.encode(parts, forKey: .plurals)
      }
    }
  }

  private struct Part: Encodable {
    var argument: Int
    var forms: [String: String]
  }

  private static let categories = ["zero", "one", "two", "few", "many", "other"]

  private let bytes: Data
  private lazy var lines = String(decoding: bytes, as: UTF8.self).split(
    separator: "\n", omittingEmptySubsequences: false)
  private(set) var issues: [Issue] = []

  init(_ bytes: Data) { self.bytes = bytes }

  /// - Parameter name: The catalog's, of which the name of the property is made.
  func swift(name: String, importsOriel: Bool) throws -> String {
    let catalog = try JSONDecoder().decode(Catalog.self, from: bytes)
    var compiled = Compiled(source: catalog.sourceLanguage, languages: [:])
    for (key, entry) in catalog.strings.sorted(by: { $0.key < $1.key }) where entry.shouldTranslate != false {
      for (language, translation) in (entry.localizations ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let text = text(of: key, language, translation) else { continue }
        compiled.languages[language, default: [:]][key] = text
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(compiled), as: UTF8.self)
    // One more than in any text, so that none ends the literal, or is code.
    let longest = json.matches(of: /#+/).map(\.output.count).max() ?? 0
    let hashes = String(repeating: "#", count: longest + 1)
    return (importsOriel ? "import Oriel\n\n" : "") + """
      extension Localization {
        /// The translations of `\(name).xcstrings`.
        static let \(Self.property(name)) = Localization(_catalog: \(hashes)"\(json)"\(hashes))
      }

      """
  }

  /// `Localizable` as `localizable`, and what no name may have left out.
  private static func property(_ name: String) -> String {
    let allowed = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    let small = allowed.prefix(1).lowercased() + allowed.dropFirst()
    return small.first?.isLetter == true ? "`\(small)`" : "strings\(small)"
  }

  private func text(of key: String, _ language: String, _ translation: Catalog.Translation) -> Text? {
    var parts: [String: Part] = [:]
    var whole = unit(translation.stringUnit)
    let variations = translation.variations
    if let plural = variations?.plural {
      // A key with one form for each number of its first integer.
      guard let integer = Self.placeholders(key).firstIndex(of: .integer) else {
        report(
          .error, key, "\"\(key)\" has plural forms in \(language), and no %lld, such as an interpolated integer makes")
        return nil
      }
      (whole, parts["number"]) = ("%#@number@", part(integer, forms: plural, key, language))
    } else if let device = variations?.device {
      guard let other = device["other"] ?? device["mac"], let value = unit(other.stringUnit) else {
        report(.error, key, "\"\(key)\" has texts for devices in \(language), and none for \"other\"")
        return nil
      }
      whole = value
    }
    for (place, (name, substitution)) in (translation.substitutions ?? [:]).sorted(by: { $0.key < $1.key }).enumerated()
    {
      let argument = (substitution.argNum ?? place + 1) - 1
      parts[name] = part(argument, forms: substitution.variations?.plural ?? [:], key, language)
    }
    guard let whole else { return nil }
    for match in ([whole] + parts.values.flatMap(\.forms.values)).joined(separator: " ").matches(of: /%#@(.+?)@/)
    where parts[String(match.1)] == nil {
      report(.error, key, "\"\(key)\" has no substitution \"\(match.1)\" in \(language)")
    }
    for part in parts.values where part.forms.values.contains(where: { $0.contains("%#@") }) {
      report(.error, key, "\"\(key)\" has a form with a substitution in it in \(language): write it into the text")
    }
    check(key, language, [whole] + parts.values.flatMap(\.forms.values))
    return parts.isEmpty ? .plain(whole) : .plurals(whole, parts)
  }

  /// The text of what is translated. A new text without a value is not.
  private func unit(_ unit: Catalog.Unit?) -> String? {
    guard let unit, unit.state != "new" || !unit.value.isEmpty else { return nil }
    return unit.value
  }

  private func part(_ argument: Int, forms: [String: Catalog.Form], _ key: String, _ language: String) -> Part {
    var part = Part(argument: argument, forms: [:])
    for (category, form) in forms {
      guard Self.categories.contains(category) else {
        report(
          .error, key,
          "\"\(key)\" has a form \"\(category)\" in \(language): there are \(Self.categories.joined(separator: ", "))")
        continue
      }
      part.forms[category] = unit(form.stringUnit)?.replacingOccurrences(of: "%arg", with: "%\(argument + 1)$lld")
    }
    if part.forms["other"] == nil { report(.error, key, "\"\(key)\" has no form \"other\" in \(language)") }
    return part
  }

  // MARK: Placeholders

  private enum Placeholder: Equatable {
    case integer, text
  }

  /// Warns of placeholders that the key has no argument for.
  private func check(_ key: String, _ language: String, _ texts: [String]) {
    // A word of the client's page is called by its name, which has no placeholders.
    guard !key.hasPrefix("oriel.page.") else { return }
    let count = Self.placeholders(key).count
    for text in texts where Self.lastArgument(text) > count {
      report(.warning, key, "the text of \"\(key)\" in \(language) has more placeholders than the key: \"\(text)\"")
    }
  }

  private static func matches(_ text: String) -> [(position: Int?, kind: Placeholder)] {
    text.replacingOccurrences(of: "%%", with: "").matches(of: /%(?:(\d+)\$)?(lld|d|@)/).map { match in
      (match.1.flatMap { Int($0) }, match.2 == "@" ? .text : .integer)
    }
  }

  private static func placeholders(_ text: String) -> [Placeholder] { matches(text).map(\.kind) }

  /// The highest number of an argument that a text uses.
  private static func lastArgument(_ text: String) -> Int {
    let found = matches(text)
    return max(found.compactMap(\.position).max() ?? 0, found.count { $0.position == nil })
  }

  private func report(_ severity: Issue.Severity, _ key: String, _ message: String) {
    let quoted = (try? JSONEncoder().encode(key)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\(key)\""
    let line = lines.firstIndex {
      $0.drop { $0 == " " }.hasPrefix("\(quoted) :") || $0.drop { $0 == " " }.hasPrefix("\(quoted):")
    }
    issues.append(Issue(severity: severity, line: (line ?? 0) + 1, message: message))
  }
}
