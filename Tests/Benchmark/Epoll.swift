import CEpoll
import Glibc

/// Tells which of many sockets have something to read.
final class Epoll {
  private let descriptor: Int32
  private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 512)

  init() throws(BenchmarkError) {
    descriptor = try check(epoll_create1(Int32(EPOLL_CLOEXEC)), "epoll_create1")
  }

  deinit {
    close(descriptor)
    events.deallocate()
  }

  /// - Parameter tag: What `tag(at:)` gives for this socket.
  func add(_ socket: Int32, tag: Int) throws(BenchmarkError) {
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = UInt64(tag)
    _ = try check(epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event), "epoll_ctl")
  }

  /// Waits for up to the given milliseconds, or for ever with -1. Returns the number of ready sockets.
  func wait(milliseconds: Int32 = -1) throws(BenchmarkError) -> Int {
    while true {
      let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)
      if count >= 0 || errno != EINTR { return Int(try check(count, "epoll_wait")) }
    }
  }

  func tag(at index: Int) -> Int { Int(events[index].data.u64) }
}
