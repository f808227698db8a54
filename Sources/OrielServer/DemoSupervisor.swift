import Foundation
import Synchronization

/// The parameters that the supervising process of `--demo` passes to its server.
struct DemoRun: Sendable, Equatable {
  /// 1 for the first server, which announces its address. Later servers listen at the same address.
  let number: Int
  /// The port to listen on, the same in every run.
  let port: UInt16
  /// The operator's token if none is configured, the same in every run.
  let adminToken: String

  static let variable = "ORIEL_DEMO_RUN"

  init(number: Int, port: UInt16, adminToken: String) {
    (self.number, self.port, self.adminToken) = (number, port, adminToken)
  }

  /// - Returns: `nil` if no supervising process started this one.
  init?(environment: [String: String]) {
    let parts = environment[Self.variable]?.split(separator: " ") ?? []
    guard parts.count == 3, let number = Int(parts[0]), let port = UInt16(parts[1]) else { return nil }
    self.init(number: number, port: port, adminToken: String(parts[2]))
  }

  var text: String { "\(number) \(port) \(adminToken)" }
}

/// Runs the server as a process of its own, and restarts it after a kill or a crash.
///
/// A server that exits by itself, because it was told to stop or cannot start, is not restarted: its exit status becomes
/// this process's.
struct DemoSupervisor {
  let port: UInt16
  let adminToken: String

  /// A run that ends sooner counts as a failure.
  private static let shortest = Duration.seconds(2)
  /// After this many failures in a row, the supervisor gives up.
  private static let patience = 5

  /// - Returns: The server's exit status, or 128 plus the number of the signal that ended it.
  func run() throws -> Int32 {
    passSignalsOn()
    var failures = 0
    for number in 1... {
      let begin = ContinuousClock.now
      let process = try serve(DemoRun(number: number, port: port, adminToken: adminToken))
      guard process.terminationReason == .uncaughtSignal else { return process.terminationStatus }
      let status = 128 + process.terminationStatus
      failures = ContinuousClock.now - begin < Self.shortest ? failures + 1 : 0
      guard !isEnding.load(ordering: .sequentiallyConsistent), failures < Self.patience else { return status }
      if failures > 1 { Thread.sleep(forTimeInterval: 0.125 * Double(1 << failures)) }
    }
    return 1
  }

  /// Runs one server, until it ends.
  private func serve(_ run: DemoRun) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
    process.arguments = Array(CommandLine.arguments.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging([DemoRun.variable: run.text]) { $1 }
    // The server stops when this pipe closes, which happens however this process ends.
    let line = Pipe()
    process.standardInput = line
    try process.run()
    server.store(process.processIdentifier, ordering: .sequentiallyConsistent)
    process.waitUntilExit()
    server.store(0, ordering: .sequentiallyConsistent)
    try line.fileHandleForWriting.close()
    return process
  }

  /// Passes signals on to the server, or ends at once if no server runs.
  private func passSignalsOn() {
    _ = (server.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
    for number in [SIGTERM, SIGINT] {
      // Only what may be called in a signal handler is called here (signal-safety(7)).
      signal(number) { number in
        isEnding.store(true, ordering: .sequentiallyConsistent)
        let server = server.load(ordering: .sequentiallyConsistent)
        if server > 0 { kill(server, number) } else { _exit(128 + number) }
      }
    }
  }
}

/// The server's process id; 0 while no server runs.
private let server = Atomic<Int32>(0)
private let isEnding = Atomic<Bool>(false)
