import CLibUV
import Glibc

/// Sees to it that nobody loses a file when a context of libwebsockets ends.
///
/// 4.1.6 closes its event descriptor at once (`lws_plat_pipe_close`), and when libuv has let go of it, a moment later, the
/// same number again. Another thread that had opened a file in between would lose it, and be it the database's. So the
/// number is taken again as soon as it is free, and for the microseconds before that there are smaller free ones: the
/// kernel gives the smallest first.
final class DescriptorGuardian {
  private var reserve: [Int32]
  private var eventDescriptor: Int32 = -1

  /// To be made before the context, so that its descriptor gets a larger number.
  init() {
    reserve = (0..<8).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
  }

  deinit {
    letGo()
  }

  /// Finds the context's event descriptor while it is the only one that the loop polls.
  func find(in loop: UnsafeMutablePointer<uv_loop_t>) {
    uv_walk(
      loop,
      { handle, found in
        guard let handle, handle.pointee.type == UV_POLL else { return }
        var descriptor: uv_os_fd_t = -1
        if uv_fileno(handle, &descriptor) == 0 { found?.storeBytes(of: descriptor, as: Int32.self) }
      }, &eventDescriptor)
  }

  /// Calls what closes the descriptor for the first time.
  func whileClosedTwice(_ close: () -> Void) {
    letGo()
    close()
    let placeholder = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let taken = fcntl(placeholder, F_DUPFD_CLOEXEC, eventDescriptor)
    // If another was quicker its file is lost; better than two.
    if taken >= 0, taken != eventDescriptor { Glibc.close(taken) }
    if placeholder >= 0, placeholder != eventDescriptor { Glibc.close(placeholder) }
  }

  private func letGo() {
    for descriptor in reserve where descriptor >= 0 { Glibc.close(descriptor) }
    reserve = []
  }
}
