/// A String Catalog (`.xcstrings`), as Xcode writes it.
struct Catalog: Decodable {
  var sourceLanguage: String
  var strings: [String: Entry]

  struct Entry: Decodable {
    var shouldTranslate: Bool?
    var localizations: [String: Translation]?
  }

  struct Translation: Decodable {
    var stringUnit: Unit?
    var variations: Variations?
    var substitutions: [String: Substitution]?
  }

  struct Unit: Decodable {
    var state: String
    var value: String
  }

  struct Variations: Decodable {
    var plural: [String: Form]?
    var device: [String: Form]?
  }

  struct Form: Decodable {
    var stringUnit: Unit?
  }

  struct Substitution: Decodable {
    var argNum: Int?
    var formatSpecifier: String?
    var variations: Variations?
  }
}
