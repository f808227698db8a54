import Foundation

/// Writes text files into a Swift source, so that the program carries them: `EmbedFiles OUTPUT INPUT…`.
///
/// As string literals, because the compiler takes seconds for an array literal of so many bytes.
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
    for scalar in try String(contentsOf: file, encoding: .utf8).unicodeScalars {
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
}
