import CLibWebSockets  // for SOCK_DGRAM, whose header belongs to this module
import Glibc
import OrielTransport

/// Reports to systemd, or another supervisor that started the program, through a datagram socket (sd_notify(3)).
package struct Supervisor: Sendable {
  private let path: String
  /// The interval of keep-alive messages in milliseconds; `nil` if none are required. It is half the required interval,
  /// so that one message may be late.
  package let interval: Int64?

  /// Creates a supervisor; `nil` if the environment names none.
  package init?(environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
    self.path = path
    // The variables may be meant for another process, such as a shell that started this one (sd_watchdog_enabled(3)).
    let isMeant = environment["WATCHDOG_PID"].map { $0 == String(getpid()) } ?? true
    interval = isMeant ? environment["WATCHDOG_USEC"].flatMap(Int64.init).map { max($0 / 2000, 1) } : nil
  }

  /// Reports that the program is waiting, ready, stopping, or alive. Never waits: a message that can't be sent immediately is
  /// dropped.
  package func notify(_ news: News) {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard let (address, length) = address else { return }
    withUnsafePointer(to: address) { address in
      let address = UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr.self)
      _ = sendto(
        descriptor, news.rawValue, news.rawValue.utf8.count, Int32(MSG_DONTWAIT),
        address, length)
    }
  }

  package enum News: String, Sendable {
    case ready = "READY=1"
    /// It waits for another program or a database. Said each 10 seconds, it keeps the start from timing out.
    case waiting = "EXTEND_TIMEOUT_USEC=30000000"
    case stopping = "STOPPING=1"
    case alive = "WATCHDOG=1"
  }

  /// The socket's address and its length. It is a path, or an abstract name, which begins with a zero byte and ends
  /// with its last byte.
  private var address: (sockaddr_un, socklen_t)? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address) {
      UnsafeMutableRawBufferPointer(rebasing: $0[offset...]).copyBytes(from: bytes)
    }
    return (address, socklen_t(offset + bytes.count))
  }
}

extension EventLoop {
  /// Sends the keep-alive messages that the supervisor requires, each when this loop and then each of the others has been
  /// reached: if one hangs, none is sent.
  package func reassure(_ supervisor: Supervisor, with others: [EventLoop] = []) async {
    guard let interval = supervisor.interval else { return }
    await onLoop { self.reassure(supervisor, with: others, every: interval) }
  }

  private func reassure(_ supervisor: Supervisor, with others: [EventLoop], every interval: Int64) {
    Self.reach(others[...]) { supervisor.notify(.alive) }
    _ = timers.schedule(after: interval) { [weak self] in
      self?.reassure(supervisor, with: others, every: interval)
    }
  }

  private static func reach(_ loops: ArraySlice<EventLoop>, then: @escaping @Sendable () -> Void) {
    guard let loop = loops.first else { return then() }
    loop.executor.run { reach(loops.dropFirst(), then: then) }
  }
}
