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
    var text = Data()
    do {
      text = try Data(contentsOf: URL(filePath: catalog))
      let compiler = CatalogCompiler(text)
      let code = try compiler.swift(
        name: URL(filePath: catalog).deletingPathExtension().lastPathComponent, importsOriel: importsOriel)
      for issue in compiler.issues { complain("\(catalog):\(issue.line): \(issue.severity): \(issue.message)") }
      guard !compiler.issues.contains(where: { $0.severity == .error }) else { exit(1) }
      // A file that stays as it is makes nothing compile again: this tool runs whenever it was linked, too.
      guard (try? Data(contentsOf: URL(filePath: output))) != Data(code.utf8) else { return }
      try Data(code.utf8).write(to: URL(filePath: output))
    } catch {
      let (line, reason) = faultOfJSON(in: text) ?? (1, words(of: error))
      complain("\(catalog):\(line): error: this is no String Catalog: \(reason)")
      exit(1)
    }
  }

  /// Where a text is no JSON, which a decoder does not say; `nil` if it is.
  private static func faultOfJSON(in text: Data) -> (line: Int, reason: String)? {
    do {
      _ = try JSONSerialization.jsonObject(with: text)
      return nil
    } catch {
      // Such as "Invalid value around character 23."
      let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
      let place = reason.split { !$0.isWholeNumber }.last.flatMap { Int($0) } ?? text.count
      return (1 + text.prefix(place).count { $0 == UInt8(ascii: "\n") }, reason)
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
