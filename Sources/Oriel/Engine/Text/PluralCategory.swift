/// The form that a language gives a text with a number: Unicode CLDR, *Language Plural Rules*, cardinals of integers.
enum PluralCategory: String {
  case zero, one, two, few, many, other

  /// - Parameter language: A BCP 47 tag, of which only the language counts, apart from `pt-PT`.
  static func of(_ number: Int, in tag: String) -> PluralCategory {
    let (n, tag) = (number.magnitude, tag.lowercased())
    let (ones, hundreds) = (n % 10, n % 100)
    let isTeen = 11...19 ~= hundreds
    let language = tag == "pt-pt" ? "pt-pt" : String(tag.prefix { $0 != "-" && $0 != "_" })
    switch language {
    case "bm", "bo", "dz", "id", "ig", "ii", "ja", "jbo", "jv", "jw", "kde", "kea", "km", "ko", "lkt", "lo", "ms", "my",
      "nqo", "osa", "sah", "ses", "sg", "su", "th", "to", "tpi", "wo", "yo", "yue", "zh":
      return .other
    case "ak", "am", "as", "bho", "bn", "csw", "doi", "fa", "ff", "gu", "guw", "hi", "hy", "kab", "kn", "kok", "ln",
      "mg", "nso",
      "pa",
      "pcm", "si", "tg", "ti", "vi", "wa", "zu":
      return n <= 1 ? .one : .other
    case "fr", "pt": return n <= 1 ? .one : isMillions(n) ? .many : .other
    case "ca", "es", "gl", "it", "lld", "pt-pt", "scn", "vec": return n == 1 ? .one : isMillions(n) ? .many : .other
    case "tzm": return n <= 1 || 11...99 ~= n ? .one : .other
    case "is", "mk": return ones == 1 && hundreds != 11 ? .one : .other
    case "ceb", "fil", "tl": return [4, 6, 9].contains(ones) ? .other : .one
    case "lv", "prg": return ones == 0 || isTeen ? .zero : ones == 1 ? .one : .other
    case "blo", "cv", "ksh", "lag": return n == 0 ? .zero : n == 1 ? .one : .other
    case "iu", "naq", "sat", "se", "sma", "smi", "smj", "smn", "sms", "he", "iw":
      return n == 1 ? .one : n == 2 ? .two : .other
    case "shi": return n <= 1 ? .one : n <= 10 ? .few : .other
    case "mo", "ro": return n == 1 ? .one : n == 0 || 1...19 ~= hundreds ? .few : .other
    case "bs", "hr", "sh", "sr": return slavic(ones, hundreds, rest: .other)
    case "be", "ru", "uk": return slavic(ones, hundreds, rest: .many)
    case "pl": return n == 1 ? .one : slavic(ones, hundreds, rest: .many) == .few ? .few : .many
    case "sgs": return isTeen || ones == 0 ? .other : ones == 1 ? .one : n == 2 ? .two : .few
    case "lt": return isTeen || ones == 0 ? .other : ones == 1 ? .one : .few
    case "cs", "sk": return n == 1 ? .one : 2...4 ~= n ? .few : .other
    case "dsb", "hsb", "sl": return hundreds == 1 ? .one : hundreds == 2 ? .two : 3...4 ~= hundreds ? .few : .other
    case "gd":
      return [1, 11].contains(n) ? .one : [2, 12].contains(n) ? .two : 3...10 ~= n || 13...19 ~= n ? .few : .other
    case "ga": return n == 1 ? .one : n == 2 ? .two : 3...6 ~= n ? .few : 7...10 ~= n ? .many : .other
    case "mt":
      return n == 1 ? .one : n == 2 ? .two : n == 0 || 3...10 ~= hundreds ? .few : isTeen ? .many : .other
    case "ar", "ars":
      return n == 0
        ? .zero : n == 1 ? .one : n == 2 ? .two : 3...10 ~= hundreds ? .few : 11...99 ~= hundreds ? .many : .other
    case "cy": return [0: .zero, 1: .one, 2: .two, 3: .few, 6: .many][n] ?? .other
    case "br": return breton(n, ones, hundreds)
    case "gv": return ones == 1 ? .one : ones == 2 ? .two : n % 20 == 0 ? .few : .other
    case "kw": return cornish(n, hundreds)
    default: return n == 1 ? .one : .other
    }
  }

  private static func isMillions(_ n: UInt) -> Bool { n != 0 && n % 1_000_000 == 0 }

  private static func slavic(_ ones: UInt, _ hundreds: UInt, rest: PluralCategory) -> PluralCategory {
    if ones == 1, hundreds != 11 { return .one }
    return 2...4 ~= ones && !(12...14 ~= hundreds) ? .few : rest
  }

  private static func breton(_ n: UInt, _ ones: UInt, _ hundreds: UInt) -> PluralCategory {
    let isTenOfSeveral = [1, 7, 9].contains(hundreds / 10)
    if ones == 1, ![11, 71, 91].contains(hundreds) { return .one }
    if ones == 2, ![12, 72, 92].contains(hundreds) { return .two }
    if [3, 4, 9].contains(ones), !isTenOfSeveral { return .few }
    return isMillions(n) ? .many : .other
  }

  private static func cornish(_ n: UInt, _ hundreds: UInt) -> PluralCategory {
    if n == 0 { return .zero }
    if n == 1 { return .one }
    if [2, 22, 42, 62, 82].contains(hundreds)
      || (n % 1000 == 0 && (1000...20_000 ~= n % 100_000 || [40_000, 60_000, 80_000].contains(n % 100_000)))
      || n % 1_000_000 == 100_000
    {
      return .two
    }
    if [3, 23, 43, 63, 83].contains(hundreds) { return .few }
    return [1, 21, 41, 61, 81].contains(hundreds) ? .many : .other
  }
}
