import Foundation

/// Shortens scripts by esbuild, which `deploy/needs.sh` installs. On a machine without it, scripts stay as they are: a page works
/// in the same way, and loads a fifth more.
struct Minifier {
  private let esbuild: URL?
  private let folder: URL

  /// - Parameter folder: Where scripts may be written for esbuild to read.
  init(folder: URL) {
    self.folder = folder
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    esbuild = paths.lazy.map { URL(filePath: String($0)).appending(path: "esbuild") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  func minified(_ script: String) throws -> String {
    guard let esbuild else { return script }
    let input = folder.appending(path: "minify-\(UUID().uuidString).js")
    try script.write(to: input, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: input) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = esbuild
    process.arguments = ["--minify", "--format=esm", "--target=esnext", "--log-level=error", input.path]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw MinifierError.failed(process.terminationStatus) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

enum MinifierError: Error {
  /// esbuild has said why.
  case failed(Int32)
}
