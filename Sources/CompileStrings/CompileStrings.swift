import Foundation

/// Compiles a String Catalog to Swift, and complains as a compiler does about what is wrong in it.
@main
enum CompileStrings {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--no-import" }
    // Oriel doesn't import itself.
    let importsOriel = arguments.count == CommandLine.arguments.count - 1
    guard arguments.count == 2, let catalog = arguments.first, let output = arguments.last else {
      complain("usage: CompileStrings CATALOG OUTPUT [--no-import]")
      exit(2)
    }
    do {
      let text = try Data(contentsOf: URL(filePath: catalog))
      let compiler = CatalogCompiler(text)
      let code = try compiler.swift(
        name: URL(filePath: catalog).deletingPathExtension().lastPathComponent, importsOriel: importsOriel)
      for issue in compiler.issues { complain("\(catalog):\(issue.line): \(issue.severity): \(issue.message)") }
      guard !compiler.issues.contains(where: { $0.severity == .error }) else { exit(1) }
      try Data(code.utf8).write(to: URL(filePath: output))
    } catch {
      complain("\(catalog):1: error: this is no String Catalog: \(Self.words(of: error))")
      exit(1)
    }
  }

  private static func words(of error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): "\"\(key.stringValue)\" is missing in \(path(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(context.debugDescription) (\(path(context.codingPath)))"
    case .dataCorrupted(let context): "\(context.underlyingError.map { "\($0)" } ?? context.debugDescription)"
    default: error.localizedDescription
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "the file" : keys.map { "\"\($0.stringValue)\"" }.joined(separator: ", ")
  }

  private static func complain(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
