import Foundation
import Synchronization

@testable import OrielPostgres

/// A server of PostgreSQL on the loopback, for all tests of the process. It refuses to run as root, so root starts it as the
/// user `postgres`.
final class PostgresServer: Sendable {
  static let shared = Result { try PostgresServer() }

  private let tools: String
  private let folder: String
  private let port: Int
  private let databases = Mutex(0)
  private let running = Mutex<Started?>(nil)

  init() throws {
    // Debian has them beside the PATH.
    let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql").compactMap(Int.init)
    tools = "/usr/lib/postgresql/\(versions.max() ?? 0)/bin"
    folder = "/tmp/oriel-\(UUID().uuidString.prefix(8))"
    port = try Self.freePort()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0, let postgres = getpwnam("postgres") {
      guard chown(folder, postgres.pointee.pw_uid, postgres.pointee.pw_gid) == 0 else { throw POSIXError(.EPERM) }
    }
    try run("initdb", "--auth=trust", "--username=oriel", "--no-sync", "--encoding=UTF8", "--pgdata=\(folder)/data")
    try start()
    PostgresServers.all.withLock { $0.append(self) }
    atexit { PostgresServers.all.withLock { for server in $0 { server.remove() } } }
  }

  func start() throws {
    let server = process(
      "postgres",
      ["-D", "\(folder)/data", "-h", "127.0.0.1", "-p", "\(port)", "-k", folder, "-c", "max_connections=300"])
    let started = Started(process: server)
    running.withLock { $0 = started }
    // A thread that stays: with the one that has started it, the server would end too.
    Thread.detachNewThread {
      try? started.process.run()
      while true { sleep(1000) }
    }
    while (try? connect()) == nil { usleep(20_000) }
  }

  /// Ends it as a crash would.
  func stop() {
    running.withLock { server in
      guard let server else { return }
      kill(server.process.processIdentifier, SIGQUIT)
      server.process.waitUntilExit()
    }
  }

  private func connect() throws -> PostgresConnection {
    try PostgresConnection(PostgresAddress(address(of: "postgres")), name: "test")
  }

  /// Makes an empty database.
  ///
  /// - Returns: Its address.
  func newDatabase() throws -> String {
    let name = databases.withLock { databases in
      databases += 1
      return "test\(databases)"
    }
    try connect().execute("CREATE DATABASE \(name)")
    return address(of: name)
  }

  func address(of database: String) -> String { "postgres://oriel@127.0.0.1:\(port)/\(database)" }

  private func run(_ tool: String, _ words: String...) throws {
    let process = process(tool, words)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(tool: tool) }
  }

  /// It ends with this process.
  private func process(_ tool: String, _ words: [String]) -> Process {
    let process = Process()
    let user = getuid() == 0 ? ["--reuid=postgres", "--regid=postgres", "--init-groups"] : []
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = ["--pdeathsig=QUIT"] + user + ["\(tools)/\(tool)"] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  // Guard: it is started before it is used by others.
  private struct Started: @unchecked Sendable {
    let process: Process
  }

  struct Failed: Error {
    let tool: String
  }

  private func remove() {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// By default, Linux gives connections none below 32768.
  private static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    for _ in 0..<100 {
      let port = UInt16.random(in: 10_000..<30_000)
      address.sin_port = port.bigEndian
      let isBound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isBound { return Int(port) }
    }
    throw POSIXError(.EADDRINUSE)
  }
}

private enum PostgresServers {
  static let all = Mutex<[PostgresServer]>([])
}
