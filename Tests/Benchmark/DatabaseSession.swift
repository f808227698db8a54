import Foundation

/// A session of psql, from which the database is asked what no server asks.
final class DatabaseSession {
  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())

  init(_ address: String) throws {
    process.executableURL = URL(filePath: "/usr/bin/psql")
    process.arguments = ["--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--dbname", address]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs statements, each with its semicolon, and returns when they are done.
  func run(_ statements: String...) throws {
    let done = "done"
    try input.fileHandleForWriting.write(
      contentsOf: Data((statements + ["\\echo \(done)", ""]).joined(separator: "\n").utf8))
    var said = ""
    while !said.hasSuffix(done + "\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { throw BenchmarkError.unexpected("psql has ended: \(said)") }
      said += String(decoding: data, as: UTF8.self)
    }
  }
}
