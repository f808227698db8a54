import Glibc

/// All pages of one server, on one loop. It does as little as it can: it has to be faster than what it measures.
final class Crowd {
  let subject: any Subject
  private(set) var pages: [Page] = []
  /// The bytes of the update that came last, with its frame's header.
  private(set) var updateBytes = 0
  private let epoll: Epoll
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
  private var nextActive = 0
  private var unsaved = 0

  init(_ subject: any Subject) throws {
    self.subject = subject
    epoll = try Epoll()
  }

  deinit { buffer.deallocate() }

  /// Opens pages up to a number, a wave at a time: an address may have 50 connections that have not attached.
  func grow(to count: Int) throws {
    while pages.count < count {
      for page in try subject.open(min(32, count - pages.count)) {
        try epoll.add(page.socket, tag: pages.count)
        pages.append(page)
      }
      try answerPings()
    }
  }

  // MARK: Loads

  /// Something changes in one window, seen in all; the next may come when all have it. The windows take turns to cause it.
  func broadcast(times: Int) throws {
    for _ in 0..<times {
      try tap(active(1)[0])
      var missing = pages.count
      try receive(while: { missing > 0 }) { _ in missing -= 1 }
    }
  }

  /// These pages tap so often, each as soon as it has seen what its last tap did.
  func tap(_ active: [Page], each: Int) throws {
    var missing = active.count * each
    for page in active {
      page.tapsLeft = each - 1
      try tap(page)
    }
    try receive(while: { missing > 0 }) { page in
      missing -= 1
      guard page.tapsLeft > 0 else { return }
      page.tapsLeft -= 1
      try tap(page)
    }
  }

  /// So many taps, by a number of pages at the same time, each of at most 50; then others take their turn.
  func tap(_ count: Int, active: Int) throws {
    let each = min(50, count / active)
    for _ in 0..<(count / active / each) { try tap(self.active(active), each: each) }
  }

  /// One page after another taps so often; gives the nanoseconds from each tap to its update.
  func latencies(_ active: [Page], each: Int) throws -> [Double] {
    var latencies: [Double] = []
    latencies.reserveCapacity(active.count * each)
    for page in active {
      for _ in 0..<each {
        var isMissing = true
        let start = Clock.now
        try tap(page)
        try receive(while: { isMissing }) { _ in isMissing = false }
        latencies.append(Double(Clock.now - start))
      }
    }
    return latencies
  }

  /// Until all taps are saved.
  func receiveSaved() throws { try receive(while: { unsaved > 0 }) { _ in } }

  /// The pages whose turn it is: a page may send 50 messages a second, and 164 in a burst.
  func active(_ count: Int) -> [Page] {
    (0..<count).map { _ in
      defer { nextActive = (nextActive + 1) % pages.count }
      return pages[nextActive]
    }
  }

  /// The server's nanoseconds of processor time for each of `count` things that `work` does.
  func cost(of count: Int, _ work: () throws -> Void) rethrows -> Double {
    let before = subject.restingTime()
    try work()
    return Double(subject.restingTime() - before) / Double(count)
  }

  // MARK: The loop

  private func tap(_ page: Page) throws {
    unsaved += 1
    try Loopback.send(subject.tap(by: page), to: page.socket)
  }

  private func receive(while isMissing: () -> Bool, _ updated: (Page) throws -> Void) throws {
    while isMissing() {
      let ready = try epoll.wait(milliseconds: 20_000)
      guard ready > 0 else { throw BenchmarkError.silence("while updates were missing") }
      for index in 0..<ready { try receive(from: pages[epoll.tag(at: index)], updated) }
    }
  }

  private func answerPings() throws {
    for index in 0..<(try epoll.wait(milliseconds: 0)) { try receive(from: pages[epoll.tag(at: index)]) { _ in } }
  }

  private func receive(from page: Page, _ updated: (Page) throws -> Void) throws {
    let count = recv(page.socket, buffer.baseAddress, buffer.count, 0)
    guard count > 0 else { throw BenchmarkError.closed("on a page that was measured") }
    try page.reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { frame in
      switch frame.opcode {
      case 1: try receive(frame, of: page, updated)
      case 9: try Loopback.send(ClientFrame.pong(frame.payload), to: page.socket)
      default: throw BenchmarkError.closed("on a page that was measured, with a frame of the kind \(frame.opcode)")
      }
    }
  }

  private func receive(_ frame: FrameReader.Frame, of page: Page, _ updated: (Page) throws -> Void) throws {
    let verb = Verb(frame.payload)
    if verb == subject.update {
      updateBytes = frame.count
      try updated(page)
    } else if verb == .saved {
      unsaved -= page.save(frame.payload)
    } else if verb == .other {
      throw BenchmarkError.unexpected(String(decoding: frame.payload, as: UTF8.self))
    }
  }
}
