import Logging

/// Makes text fit for the log: one line, without hidden characters, and not too long.
///
/// Names and addresses come from visitors, operators and tokens. This is the one way into the log, so no one can add a
/// line to it, or hide one in a terminal (CWE-117).
enum LogText {
  /// The longest text, in scalars.
  static let limit = 4000

  static func line(_ text: String) -> String {
    let bytes = text.utf8
    if bytes.count <= limit, bytes.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var line = ""
    for scalar in text.unicodeScalars.prefix(limit) {
      if isHidden(scalar) { line += escape(scalar) } else { line.unicodeScalars.append(scalar) }
    }
    let rest = text.unicodeScalars.count - limit
    return rest > 0 ? "\(line)… (and \(rest) more)" : line
  }

  static func lines(of metadata: Logger.Metadata) -> Logger.Metadata {
    metadata.mapValues { "\(line("\($0)"))" }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }
}
