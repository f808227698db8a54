import Foundation

/// Writes text files into a Swift source, so that the program carries them: `EmbedFiles OUTPUT INPUT…`.
///
/// As string literals, because the compiler takes seconds for an array literal of so many bytes. Comments and
/// indentation stay behind: they are for who reads the files, and a third of what browsers would load.
@main
enum EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { return }
    var source = "let embeddedFiles: [(name: String, text: StaticString)] = [\n"
    for path in arguments.dropFirst() {
      let url = URL(fileURLWithPath: path)
      source += "  (\"\(url.lastPathComponent)\", \"\(try escaped(url))\"),\n"
    }
    source += "]\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func escaped(_ file: URL) throws -> String {
    var literal = ""
    let text = try String(contentsOf: file, encoding: .utf8)
    for scalar in (isCode(file) ? withoutComments(text) : text).unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }

  private static func isCode(_ file: URL) -> Bool { ["js", "css"].contains(file.pathExtension) }

  /// Comments stand on lines of their own in our files; a test of the client's holds them to that.
  private static func withoutComments(_ text: String) -> String {
    var isComment = false
    var kept: [Substring] = []
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("/*"), !line.dropFirst(2).contains("*/") || line.hasSuffix("*/") { isComment = true }
      if !isComment, !line.hasPrefix("//"), !line.isEmpty { kept.append(line) }
      if line.hasSuffix("*/") { isComment = false }
    }
    return kept.joined(separator: "\n") + "\n"
  }
}
