import CLibUV

/// A signal that the loop listens for.
final class SignalWatch {
  private let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
  private let action: @Sendable () -> Void

  init(_ signal: Int32, on loop: UnsafeMutablePointer<uv_loop_t>, _ action: @escaping @Sendable () -> Void) {
    self.action = action
    uv_signal_init(loop, handle)
    uv_unref(handle.asHandle)
    handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    uv_signal_start(
      handle,
      { handle, _ in
        guard let data = handle?.pointee.data else { return }
        Unmanaged<SignalWatch>.fromOpaque(data).takeUnretainedValue().action()
      }, signal)
  }

  deinit {
    handle.deallocate()
  }

  /// Stops listening. The watch must live until the loop has ended.
  func close() { uv_close(handle.asHandle, nil) }
}
