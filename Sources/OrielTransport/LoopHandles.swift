import CLibUV

/// The loop's own libuv handles: one wakes it, two run the halves of its iterations, and one keeps it from sleeping.
final class LoopHandles: @unchecked Sendable {
  // Guard: `wake` is thread-safe, as libuv guarantees (uv_async_send); the rest is called on the loop's thread.
  private let async = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
  private let prepare = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
  private let check = UnsafeMutablePointer<uv_check_t>.allocate(capacity: 1)
  private let idle = UnsafeMutablePointer<uv_idle_t>.allocate(capacity: 1)
  private var isAwake = false

  init(_ loop: UnsafeMutablePointer<uv_loop_t>) {
    // The wake-up itself does nothing. The jobs are run at the end of the half iteration.
    uv_async_init(loop, async, { _ in })
    uv_prepare_init(loop, prepare)
    uv_check_init(loop, check)
    uv_idle_init(loop, idle)
    // Only the wake-up handle keeps the loop alive.
    for handle in [prepare.asHandle, check.asHandle, idle.asHandle] { uv_unref(handle) }
  }

  deinit {
    async.deallocate()
    prepare.deallocate()
    check.deallocate()
    idle.deallocate()
  }

  func attach(to loop: EventLoop) {
    let pointer = Unmanaged.passUnretained(loop).toOpaque()
    prepare.pointee.data = pointer
    check.pointee.data = pointer
    uv_prepare_start(prepare, { runHalf($0?.pointee.data) })
    uv_check_start(check, { runHalf($0?.pointee.data) })
  }

  func wake() { uv_async_send(async) }

  /// Keeps the loop from sleeping: with an active idle handle, it polls without waiting.
  func stayAwake(_ wanted: Bool) {
    guard wanted != isAwake else { return }
    isAwake = wanted
    if wanted { uv_idle_start(idle, { _ in }) } else { uv_idle_stop(idle) }
  }

  func unreference() { uv_unref(async.asHandle) }

  func reference() { uv_ref(async.asHandle) }

  func close() {
    for handle in [async.asHandle, prepare.asHandle, check.asHandle, idle.asHandle] { uv_close(handle, nil) }
  }
}

private func runHalf(_ pointer: UnsafeMutableRawPointer?) {
  guard let pointer else { return }
  Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue().runHalf()
}

extension UnsafeMutablePointer {
  /// The handle as its base type. All of libuv's handles are structs that begin with the same fields, and C code casts
  /// between them.
  var asHandle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_handle_t.self)
  }
}
