import CLibUV

/// Work for a thread of libuv's pool. Its result is returned to the loop.
final class BackgroundWork<Value: Sendable>: AnyBackgroundWork, @unchecked Sendable {
  // Guard: `value` is written by the pool's thread, and read on the loop after libuv has handed it over.
  private let work: @Sendable () -> Value
  private let then: (Value) -> Void
  private var value: Value?

  init(_ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void) {
    self.work = work
    self.then = then
  }

  override func run() { value = work() }

  override func done() {
    if let value { then(value) }
  }
}

/// The context for libuv's callbacks, which are C functions.
class AnyBackgroundWork {
  private let request = UnsafeMutablePointer<uv_work_t>.allocate(capacity: 1)

  deinit { request.deallocate() }

  func run() {}
  func done() {}

  func start(on loop: UnsafeMutablePointer<uv_loop_t>) {
    request.pointee.data = Unmanaged.passRetained(self).toOpaque()
    uv_queue_work(
      loop, request,
      { request in
        guard let data = request?.pointee.data else { return }
        Unmanaged<AnyBackgroundWork>.fromOpaque(data).takeUnretainedValue().run()
      },
      { request, _ in
        guard let data = request?.pointee.data else { return }
        Unmanaged<AnyBackgroundWork>.fromOpaque(data).takeRetainedValue().done()
      })
  }
}
