import Foundation

/// Writes text files into a Swift source, so that the program carries them: `EmbedFiles OUTPUT INPUT…`.
///
/// What browsers need not load stays behind: modules are joined to few files, without comments and spare white
/// space. Names are kept, so that a stack trace still reads like the sources.
@main
enum EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { return }
    var files: [String: String] = [:]
    for path in arguments.dropFirst() {
      let url = URL(fileURLWithPath: path)
      files[url.lastPathComponent] = try String(contentsOf: url, encoding: .utf8)
    }
    let modules = files.filter { $0.key.hasSuffix(".js") }.map { Module(name: $0.key, source: $0.value) }
    var served = files.filter { !$0.key.hasSuffix(".js") }
    for (name, text) in served where name.hasSuffix(".css") { served[name] = squeezedStyle(text) }
    served.merge(try Bundler(modules, core: "client.js").bundles()) { $1 }
    // As string literals, because the compiler takes seconds for an array literal of so many bytes.
    var source = "let embeddedFiles: [(name: String, text: StaticString)] = [\n"
    for (name, text) in served.sorted(by: { $0.key < $1.key }) {
      source += "  (\"\(name)\", \"\(escaped(text))\"),\n"
    }
    source += "]\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func escaped(_ text: String) -> String {
    var literal = ""
    for scalar in text.unicodeScalars {
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
