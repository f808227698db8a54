import Foundation

/// Starts nodes of one database.
final class NodeStarter {
  let address: String
  private let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)").path

  init(_ address: String) throws {
    self.address = address
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("ORIEL_SECRET", String(repeating: "benchmark-", count: 4), 1)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func start(_ name: String, isNode: Bool = true, loops: Int = 1) throws -> ChildProcess {
    try start(name, isNode: isNode, database: address, loops: loops)
  }

  /// A server that serves alone, with a store in a file.
  func startOnFile(_ name: String) throws -> ChildProcess {
    try start(name, isNode: false, database: "\(folder)/\(name).db", loops: 1)
  }

  private func start(_ name: String, isNode: Bool, database: String, loops: Int) throws -> ChildProcess {
    let port = isNode ? try freePort() : 0
    let many = "1000000"
    return try ChildProcess(
      [
        "serve", "--host", "127.0.0.1", "--port", "\(port)", "--database", database, "--state", "\(folder)/\(name)",
        "--loops", "\(loops)", "--log-level", "critical", "--admin-token", "benchmark-benchmark",
        "--new-users-per-address", many,
        "--new-windows-per-address", many, "--connections-per-address", many, "--handshakes-per-address", many,
      ] + (isNode ? ["--node-address", "127.0.0.1:\(port)", "--node-name", name] : []))
  }
}

func freePort() throws(BenchmarkError) -> UInt16 {
  let (socket, port) = try Loopback.listen()
  close(socket)
  return port
}
