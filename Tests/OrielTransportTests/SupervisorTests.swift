import Dispatch
import Glibc
import Testing

@testable import OrielTransport
import OrielSystem

/// What systemd hears, over a socket as it has one.
struct SupervisorTests {
  @Test(arguments: ["/tmp/oriel-supervisor-\(getpid())", "@oriel-supervisor-\(getpid())"])
  func `it is told at a path, and where there is none`(address: String) throws {
    let ear = try Ear(address)
    let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": address]))
    supervisor.notify(.ready)
    supervisor.notify(.stopping)
    #expect([ear.next(), ear.next()] == ["READY=1", "STOPPING=1"])
    #expect(supervisor.interval == nil)
  }

  @Test func `a loop gives signs of life, and none when it has ended`() async throws {
    let address = "@oriel-supervisor-life-\(getpid())"
    let ear = try Ear(address)
    let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "2000"]))
    let loop = try EventLoop()
    loop.start()
    await loop.reassure(supervisor)
    #expect([ear.next(), ear.next(), ear.next()] == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
    await loop.stop()
    ear.forget()
    #expect(ear.next(waits: false) == nil)
  }

  @Test func `loops give signs of life together, and none when one of them is stuck`() async throws {
    let address = "@oriel-supervisor-loops-\(getpid())"
    let ear = try Ear(address)
    let supervisor = try #require(Supervisor(environment: ["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "2000"]))
    let loops = try (0..<3).map { _ in try EventLoop() }
    for loop in loops { loop.start() }
    await loops[0].reassure(supervisor, with: Array(loops.dropFirst()))
    #expect([ear.next(), ear.next(), ear.next()] == ["WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
    let (isStuck, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    loops[1].executor.run {
      isStuck.signal()
      release.wait()
    }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        isStuck.wait()
        done.resume()
      }
    }
    // Those that were on their way have been told once the first loop answers.
    await loops[0].onLoop {}
    await loops[2].onLoop {}
    ear.forget()
    await loops[0].onLoop {}
    #expect(ear.next(waits: false) == nil)
    release.signal()
    #expect(ear.next() == "WATCHDOG=1")
    for loop in loops { await loop.stop() }
  }

  @Test(arguments: [
    ("20000000", nil, 10_000), ("20000000", String(getpid()), 10_000), ("20000000", "1", nil), ("soon", nil, nil),
    ("1", nil, 1), (nil, nil, nil),
  ])
  func `signs of life come twice as often as they must`(time: String?, process: String?, interval: Int64?) {
    var environment = ["NOTIFY_SOCKET": "/run/systemd/notify"]
    environment["WATCHDOG_USEC"] = time
    environment["WATCHDOG_PID"] = process
    #expect(Supervisor(environment: environment)?.interval == interval)
  }

  @Test func `without a supervisor nothing happens`() {
    #expect(Supervisor(environment: [:]) == nil)
    #expect(Supervisor(environment: ["NOTIFY_SOCKET": "vsock:2:1234"]) == nil)
    for path in ["/nowhere", "/" + String(repeating: "a", count: 200)] {
      Supervisor(environment: ["NOTIFY_SOCKET": path])?.notify(.ready)
    }
  }
}

/// A socket for datagrams.
private final class Ear {
  private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  private let path: String

  struct Deaf: Error { var error: Int32 }

  init(_ path: String) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    if path.hasPrefix("@") { address.sun_path.0 = 0 } else { unlink(path) }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let length = socklen_t(2 + path.utf8.count)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard result == 0 else { throw Deaf(error: errno) }
  }

  deinit {
    close(descriptor)
    if path.hasPrefix("/") { unlink(path) }
  }

  func next(waits: Bool = true) -> String? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = recv(descriptor, &bytes, bytes.count, waits ? 0 : Int32(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  func forget() { while next(waits: false) != nil {} }
}
