import Foundation

/// Writes text files into a Swift source file, so that the program contains them.
///
/// `EmbedFiles OUTPUT FOLDER INPUT…` keeps every file as it is, under its path below the folder.
///
/// `EmbedFiles OUTPUT --join CORE FOLDER INPUT…` is for the browser client. It leaves out what browsers need not load:
/// modules are joined into `CORE` and a few other files, which esbuild shortens where there is one. Every file is served under its own name, wherever its folder is, and is also
/// compressed with Brotli, which takes too long for the start of a server. Beside them it writes the icons of Debian's package.
@main
enum EmbedFiles {
  static func main() throws {
    var arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.popFirst() else { return }
    let core = arguments.first == "--join" ? arguments.dropFirst().first : nil
    if core != nil { arguments = arguments.dropFirst(2) }
    guard let folder = arguments.popFirst() else { return }
    var files = try texts(of: arguments, below: folder)
    if let core {
      files = try joined(files, core: core)
      let minifier = Minifier(folder: URL(filePath: output).deletingLastPathComponent())
      for (path, script) in files where path.hasSuffix(".js") { files[path] = try minifier.minified(script) }
    }
    // As string literals, because the compiler takes seconds for an array literal that long.
    var source =
      "let embeddedFiles: [(name: String, text: StaticString\(core == nil ? "" : ", brotli: StaticString"))] = [\n"
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      let literals = [text] + (core == nil ? [] : [latin1(brotli(text))])
      source += "  (\(([name] + literals).map { "\"\(escaped($0))\"" }.joined(separator: ", "))),\n"
    }
    source += "]\n"
    if core != nil { source += "let embeddedIcons: StaticString = \"\(escaped(try IconSet.read()))\"\n" }
    // A file that stays as it is makes nothing compile again: this tool runs whenever it was linked, too.
    guard (try? String(contentsOfFile: output, encoding: .utf8)) != source else { return }
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  private static func texts(of paths: some Sequence<String>, below folder: String) throws -> [String: String] {
    var files: [String: String] = [:]
    for path in paths where path.hasPrefix(folder) {
      files[String(path.dropFirst(folder.count))] = try String(contentsOfFile: path, encoding: .utf8)
    }
    return files
  }

  private static func joined(_ files: [String: String], core: String) throws -> [String: String] {
    let modules = files.filter { $0.key.hasSuffix(".js") }.map { Module(path: $0.key, source: $0.value) }
    var served = files.filter { !$0.key.hasSuffix(".js") }
    for (path, text) in served where path.hasSuffix(".css") { served[path] = linesOfCode(text).joined(separator: "\n") }
    served.merge(try Bundler(modules, core: core).bundles()) { $1 }
    return Dictionary(uniqueKeysWithValues: served.map { (URL(filePath: $0.key).lastPathComponent, $0.value) })
  }

  /// The character with the number of each byte.
  private static func latin1(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
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
      case ..<" ", "\u{7F}": literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal
  }
}
