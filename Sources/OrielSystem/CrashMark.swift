import Glibc

/// Records in the crash journal that the process has trapped, then lets the process end as it would have.
enum CrashMark {
  /// Where the process has trapped, if it has: on the thread that runs the turns, or on another one.
  enum Trap: UInt8 { case none, there, elsewhere }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  // Guard of both: set before the signal handlers are installed, and only read by them.
  nonisolated(unsafe) private static var byte: UnsafeMutablePointer<UInt8>?
  nonisolated(unsafe) private static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  /// The thread that runs the turns. Guard: set on that thread before the first turn; only compared.
  nonisolated(unsafe) static var thread: pthread_t?

  static func mark(_ address: UnsafeMutableRawPointer) {
    let isFirst = byte == nil
    byte = address.assumingMemoryBound(to: UInt8.self)
    guard isFirst else { return }
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, info, _ in CrashMark.received(signal, info) }
      action.sa_flags = Int32(SA_ONSTACK | SA_SIGINFO)
      sigaction(signal, &action, former + Int(signal))
    }
  }

  static func unmark(_ address: UnsafeMutableRawPointer) {
    guard byte == address.assumingMemoryBound(to: UInt8.self) else { return }
    byte = nil
    for signal in signals { sigaction(signal, former + Int(signal), nil) }
  }

  /// Handles a signal. Calls only functions that are safe in a signal handler (signal-safety(7)).
  ///
  /// Restores the previous handler. A failed instruction is executed again when this returns, and fails again. A signal
  /// that was sent, or a breakpoint, occurs only once, so it is sent again and waits until this returns.
  ///
  /// A signal from another process, such as systemd's watchdog, is not a trap of the running turn. It ends the process
  /// at once, while Swift's own handler would print every thread's location and let it continue.
  private static func received(_ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?) {
    let isSent = (info?.pointee.si_code ?? 1) <= 0
    if isSent, info?.pointee._sifields._kill.si_pid != getpid() {
      var standard = sigaction()
      sigaction(signal, &standard, nil)
    } else {
      byte?.pointee = (pthread_self() == thread ? Trap.there : .elsewhere).rawValue
      sigaction(signal, former + Int(signal), nil)
    }
    if isSent || signal == SIGTRAP { raise(signal) }
  }
}
