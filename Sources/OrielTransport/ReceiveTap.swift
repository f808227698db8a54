import Glibc

/// The process's `recv`, in place of the C library's.
///
/// libwebsockets 4.1.6 accepts frames that are not masked, and has no callback between its `recv` and its parser; it
/// tells nobody of pings either. Peeking beforehand (`MSG_PEEK`) cannot do: what arrives between the peek and the read
/// would go unseen, and costs a system call for each message. But a symbol that the executable defines wins over the
/// shared library's (ELF symbol resolution), so libwebsockets calls this one, and this one shows what came to the
/// connection before it hands it on. On any other thread, and for any other socket, it is what it was.
///
/// `ReceiveTap.isInPlace` says whether it worked; a test holds it to that.
@c(recv) public func receiveThroughTap(
  _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  guard let table = ReceiveTap.current, let connection = table[descriptor] else {
    return recvfrom(descriptor, buffer, count, flags, nil, nil)
  }
  let received = recvfrom(descriptor, buffer, count, flags, nil, nil)
  guard received > 0, connection.heard(UnsafeRawBufferPointer(start: buffer, count: received)) else {
    return received > 0 ? ReceiveTap.nothingYet() : received
  }
  return received
}

enum ReceiveTap {
  /// The connections of the loop whose thread this is.
  static var current: ConnectionTable? {
    pthread_getspecific(key).map { Unmanaged<ConnectionTable>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Listens to the connections of `table` on this thread. `nil` ends it; the table must live until then.
  static func listen(to table: ConnectionTable?) {
    pthread_setspecific(key, table.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
  }

  /// Whether shared libraries that call `recv` reach this one.
  static var isInPlace: Bool {
    let here: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int32) -> Int = receiveThroughTap
    return dlsym(nil, "recv") == unsafeBitCast(here, to: UnsafeMutableRawPointer.self)
  }

  /// What a socket without input says: libwebsockets goes on waiting.
  fileprivate static func nothingYet() -> Int {
    errno = EAGAIN
    return -1
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
