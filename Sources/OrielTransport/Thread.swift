import CLibUV
import Glibc

/// Starts threads.
enum Thread {
  /// Starts `body` on a new detached thread. `name` is truncated to 15 bytes, Linux's limit.
  static func detach(name: String = "oriel", _ body: @escaping @Sendable () -> Void) {
    let failure = start(Body(name: String(name.prefix(15)), run: body))
    precondition(failure == 0, "The system can't start a thread: error \(failure).")
  }

  private static func start(_ body: Body) -> Int32 {
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, threadMain, Unmanaged.passRetained(body).toOpaque())
    if failure == 0 { pthread_detach(thread) }
    return failure
  }
}

private func threadMain(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pointer else { return nil }
  let body = Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue()
  pthread_setname_np(pthread_self(), body.name)
  body.run()
  return nil
}

private final class Body: Sendable {
  let name: String
  let run: @Sendable () -> Void

  init(name: String, run: @escaping @Sendable () -> Void) {
    self.name = name
    self.run = run
  }
}
