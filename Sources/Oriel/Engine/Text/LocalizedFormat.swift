import OrielDocument

/// A translation, with a form for each plural category of an integer in it.
struct LocalizedFormat: Sendable {
  private let format: String
  /// Parts of the format with forms of their own, written `%#@name@` there.
  private let parts: [String: Plural]

  struct Plural: Sendable {
    /// The place of the integer among the arguments.
    let argument: Int
    let forms: [String: String]
  }

  static func text(_ text: String) -> LocalizedFormat { LocalizedFormat(format: text, parts: [:]) }

  private init(format: String, parts: [String: Plural]) { (self.format, self.parts) = (format, parts) }

  /// Reads what the plugin `StringCatalogs` writes: a text, or `{"text", "plurals": {name: {"argument", "forms"}}}`.
  init(_ json: JSONValue) {
    format = json.stringValue ?? json["text"]?.stringValue ?? ""
    parts = (json["plurals"]?.objectValue ?? [:]).reduce(into: [:]) { parts, part in
      let forms = (part.value["forms"]?.objectValue ?? [:]).reduce(into: [:] as [String: String]) {
        $0[$1.key] = $1.value.stringValue
      }
      parts[part.key] = Plural(argument: part.value["argument"]?.integerValue ?? 0, forms: forms)
    }
  }

  var json: JSONValue {
    guard !parts.isEmpty else { return .string(format) }
    var plurals = JSONObject()
    for (name, plural) in parts.sorted(by: { $0.key < $1.key }) {
      var forms = JSONObject()
      for (category, form) in plural.forms.sorted(by: { $0.key < $1.key }) { forms.append(category, .string(form)) }
      plurals.append(name, ["argument": .integer(plural.argument), "forms": .object(forms)])
    }
    return ["text": .string(format), "plurals": .object(plurals)]
  }

  /// The text with the arguments of the key.
  func text(_ key: LocalizedStringKey, language: String) -> String {
    guard !parts.isEmpty else { return key.filled(into: format) }
    var whole = format
    for (name, plural) in parts.sorted(by: { $0.key < $1.key }) {
      let number = key.arguments.indices.contains(plural.argument) ? Int(key.arguments[plural.argument]) ?? 0 : 0
      let form = plural.forms[PluralCategory.of(number, in: language).rawValue] ?? plural.forms["other"] ?? ""
      whole = whole.replacing("%#@\(name)@", with: form)
    }
    return key.filled(into: whole)
  }
}
