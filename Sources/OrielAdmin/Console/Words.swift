/// Formats numbers and times.
enum Words {
  /// Formats milliseconds since 1970 as a time of day in UTC.
  static func time(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000 % 86_400
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  /// Formats the time for which nothing has happened, for a narrow column.
  static func idle(_ milliseconds: Int64) -> String {
    milliseconds < 5000 ? "now" : span(milliseconds)
  }

  /// Formats a duration for a narrow column.
  static func span(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    return switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// Removes characters that change the direction of text from a text with users' words, so that an operator is never
  /// asked about the wrong window.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { turns($0) ? "\u{FFFD}" : $0 }))
  }

  private static func turns(_ scalar: Unicode.Scalar) -> Bool {
    0x202A...0x202E ~= scalar.value || 0x2066...0x2069 ~= scalar.value
  }

  /// The beginning of an id, which is enough to find it and to name it in a command.
  static func short(_ id: String) -> String { id.count > 12 ? "\(id.prefix(10))…" : id }

  /// `1 window`, `2 windows`
  static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  static func duration(_ nanoseconds: Int64?) -> String {
    guard let nanoseconds else { return "–" }
    return switch nanoseconds {
    case ..<1_000_000: "\((nanoseconds + 500) / 1000) µs"
    case ..<10_000_000: "\(tenths(Double(nanoseconds) / 1_000_000)) ms"
    default: "\(nanoseconds / 1_000_000) ms"
    }
  }

  static func bytes(_ count: Int?) -> String {
    guard let count else { return "–" }
    return switch count {
    case ..<1024: "\(count) B"
    case ..<1_048_576: "\(tenths(Double(count) / 1024)) KB"
    default: "\(tenths(Double(count) / 1_048_576)) MB"
    }
  }

  static func rate(_ perSecond: Double) -> String { "\(tenths(perSecond))/s" }

  private static func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths % 10 == 0 || tenths > 1000 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
