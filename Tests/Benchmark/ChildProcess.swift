import Glibc

/// A server in a process of its own, so that what it uses can be told from what its clients use.
final class ChildProcess {
  let name: String
  let port: UInt16
  private let pid: pid_t
  private var hasEnded = false

  /// Starts another program, and waits until it accepts connections.
  init(_ program: String, _ arguments: [String], port: UInt16) throws {
    (name, self.port) = (program, port)
    pid = try Self.spawn(program, arguments, output: nil)
    for _ in 0..<1000 {
      if let socket = try? Loopback.connect(port: port) {
        close(socket)
        return
      }
      usleep(5000)
    }
    throw BenchmarkError.noServer(program)
  }

  /// Starts this program once more, with other arguments, and waits until it says where it listens.
  init(_ arguments: [String]) throws(BenchmarkError) {
    name = arguments[0]
    var ends: [Int32] = [0, 0]
    _ = try check(pipe(&ends), "pipe")
    defer { close(ends[0]) }
    pid = try Self.spawn("/proc/self/exe", arguments, output: ends)
    close(ends[1])
    guard let port = Self.port(saidOn: ends[0]) else {
      kill(pid, SIGKILL)
      throw .noServer(arguments.joined(separator: " "))
    }
    self.port = port
  }

  deinit { end() }

  /// Ends it at once: nothing of what it keeps is wanted any more.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  private static func spawn(_ program: String, _ arguments: [String], output: [Int32]?) throws(BenchmarkError) -> pid_t
  {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
      for end in output { posix_spawn_file_actions_addclose(&actions, end) }
    }
    let strings = ([program == "/proc/self/exe" ? "OrielBenchmark" : program] + arguments).map { strdup($0) }
    defer { for string in strings { free(string) } }
    var pid = pid_t()
    let failure = posix_spawn(&pid, program, &actions, nil, strings + [nil], environ)
    guard failure == 0 else { throw .system("posix_spawn", errno: failure) }
    return pid
  }

  /// The number at the end of the first line.
  private static func port(saidOn descriptor: Int32) -> UInt16? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap { UInt16($0) }
  }

  // MARK: What it uses

  /// Nanoseconds of processor time, of all its threads.
  private var processorTime: UInt64 {
    var clock = clockid_t()
    guard clock_getcpuclockid(pid, &clock) == 0 else { return 0 }
    return Clock.nanoseconds(clock)
  }

  /// Nanoseconds of processor time, once it has nothing more to do: what it does after its last word belongs to that.
  func restingTime() -> UInt64 {
    var time = processorTime
    for _ in 0..<100 {
      usleep(2000)
      let later = processorTime
      if later == time { break }
      time = later
    }
    return time
  }

  /// Bytes of its memory that are resident.
  var residentBytes: Int {
    var buffer = [UInt8](repeating: 0, count: 128)
    let file = open("/proc/\(pid)/statm", O_RDONLY)
    defer { close(file) }
    let count = read(file, &buffer, buffer.count)
    let fields = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())
  }
}

enum Clock {
  static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Of a clock on the wall.
  static var now: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// Of the processor time of all threads of this process.
  static var processTime: UInt64 { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// Of this thread's processor time.
  static var threadTime: UInt64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }
}
