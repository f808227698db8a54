/// An ES module in the form that ours have, which a test of the client holds them to: an import or a re-export
/// is a line of its own, and `export` begins the line of a declaration.
struct Module {
  /// Below the folder of all modules.
  let path: String
  /// The code without imports, `export`, indentation and lines of comments.
  let body: String
  /// Names by the path of the module they come from.
  private(set) var imports: [(names: [String], from: String)] = []
  private(set) var exports: [String] = []

  init(path: String, source: String) {
    self.path = path
    let folder = path.split(separator: "/").dropLast()
    var code: [Substring] = []
    for line in linesOfCode(source) {
      if let (names, from) = Self.link(line, "import", in: folder) {
        imports.append((names, from))
      } else if let (names, from) = Self.link(line, "export", in: folder) {
        imports.append((names, from))
        exports += names
      } else if line.hasPrefix("export ") {
        let declaration = line.dropFirst("export ".count)
        exports.append(Self.declared(by: declaration))
        code.append(declaration)
      } else {
        code.append(line)
      }
    }
    body = code.joined(separator: "\n")
  }

  /// `import { a, b } from "../view/x.js";`
  private static func link(
    _ line: Substring, _ verb: String, in folder: ArraySlice<Substring>
  ) -> (names: [String], from: String)? {
    guard line.hasPrefix("\(verb) {"), line.hasSuffix(".js\";"), let end = line.firstIndex(of: "}") else { return nil }
    let names = line[..<end].dropFirst(verb.count + 2).split { $0 == "," || $0 == " " }.map(String.init)
    var path = folder
    for step in line[end...].dropFirst("} from \"".count).dropLast(2).split(separator: "/") where step != "." {
      if step == ".." { path.removeLast() } else { path.append(step) }
    }
    return (names, path.joined(separator: "/"))
  }

  /// The name after `const`, `class`, `async function` and the like.
  private static func declared(by line: Substring) -> String {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
    return words.first { !["async", "function", "class", "const", "let"].contains($0) }.map(String.init) ?? ""
  }
}
