import Foundation

/// Writes text files into a Swift source file, so that the program contains them.
///
/// `EmbedFiles OUTPUT INPUT…` is for the browser client. It leaves out what browsers need not load: modules are joined
/// into a few files, without comments and spare white space. Names are kept, so that a stack trace still reads like the
/// sources.
///
/// `EmbedFiles OUTPUT --below FOLDER INPUT…` keeps every file as it is, under its path below the folder.
@main
enum EmbedFiles {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first else { return }
    let inputs = Array(arguments.dropFirst())
    let files = inputs.first == "--below" ? try verbatim(inputs[2...], below: inputs[1]) : try client(inputs)
    // As string literals, because the compiler takes seconds for an array literal that long.
    var source = "let embeddedFiles: [(name: String, text: StaticString)] = [\n"
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      source += "  (\"\(name)\", \"\(escaped(text))\"),\n"
    }
    source += "]\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func verbatim(_ paths: some Sequence<String>, below folder: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in paths where path.hasPrefix(folder) {
      files[String(path.dropFirst(folder.count))] = try String(contentsOfFile: path, encoding: .utf8)
    }
    return files
  }

  private static func client(_ paths: [String]) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in paths {
      let url = URL(fileURLWithPath: path)
      files[url.lastPathComponent] = try String(contentsOf: url, encoding: .utf8)
    }
    let modules = files.filter { $0.key.hasSuffix(".js") }.map { Module(name: $0.key, source: $0.value) }
    var served = files.filter { !$0.key.hasSuffix(".js") }
    for (name, text) in served where name.hasSuffix(".css") { served[name] = squeezedStyle(text) }
    served.merge(try Bundler(modules, core: "client.js").bundles()) { $1 }
    return served
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
