import Glibc
import Synchronization

/// Records in the crash journal that the process has trapped, then lets the process end as it would have.
///
/// A trap on a hub's thread marks that hub's slot. A trap on any other thread marks the slots of all hubs.
enum CrashMark {
  /// Where the process has trapped, if it has: on the thread that runs the hub's turns, or on one that is no hub's.
  enum Trap: UInt8 { case none, there, elsewhere }

  /// The largest number of slots.
  static let capacity = 64

  /// A slot to mark.
  private struct Watch: ~Copyable {
    /// The address of the slot's mark; 0 if there is no slot.
    let mark = Atomic<UInt>(0)
    /// The thread that runs the hub's turns; 0 before the first turn.
    let thread = Atomic<UInt>(0)
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  // Guard of both pointers: set before the signal handlers are installed. Of what is there: the watches are atomic, and
  // the former handlers are written under `watched` while no handler is installed.
  nonisolated(unsafe) private static let watches = {
    let watches = UnsafeMutablePointer<Watch>.allocate(capacity: capacity)
    for place in 0..<capacity { (watches + place).initialize(to: Watch()) }
    return watches
  }()
  nonisolated(unsafe) private static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
  /// The number of slots. The handlers are installed as long as there is one.
  private static let watched = Mutex(0)

  /// Marks this address if the process traps.
  ///
  /// - Returns: The place of the slot; `nil` if there are too many.
  static func mark(_ address: UnsafeMutableRawPointer) -> Int? {
    watched.withLock { count in
      guard let place = (0..<capacity).first(where: { watches[$0].mark.load(ordering: .relaxed) == 0 }) else {
        return nil
      }
      watches[place].thread.store(0, ordering: .relaxed)
      watches[place].mark.store(UInt(bitPattern: address), ordering: .releasing)
      if count == 0 { install() }
      count += 1
      return place
    }
  }

  /// Says on which thread the turns of a slot's hub run.
  static func set(_ thread: pthread_t, at place: Int) { watches[place].thread.store(UInt(thread), ordering: .relaxed) }

  static func unmark(_ place: Int) {
    watched.withLock { count in
      watches[place].mark.store(0, ordering: .relaxed)
      watches[place].thread.store(0, ordering: .relaxed)
      count -= 1
      if count == 0 { for signal in signals { sigaction(signal, former + Int(signal), nil) } }
    }
  }

  private static func install() {
    for signal in signals {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { signal, info, _ in CrashMark.received(signal, info) }
      action.sa_flags = Int32(SA_ONSTACK | SA_SIGINFO)
      sigaction(signal, &action, former + Int(signal))
    }
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
      let thread = UInt(pthread_self())
      if !mark(.there, ofThread: thread) { _ = mark(.elsewhere, ofThread: nil) }
      sigaction(signal, former + Int(signal), nil)
    }
    if isSent || signal == SIGTRAP { raise(signal) }
  }

  /// Marks the slots of this thread, or all. Has no `for`, whose iterator may allocate memory in a debug build.
  ///
  /// - Returns: Whether there was one.
  private static func mark(_ trap: Trap, ofThread thread: UInt?) -> Bool {
    var (place, hasMarked) = (0, false)
    while place < capacity {
      let address = watches[place].mark.load(ordering: .acquiring)
      if address != 0, thread == nil || watches[place].thread.load(ordering: .relaxed) == thread {
        UnsafeMutablePointer<UInt8>(bitPattern: address)?.pointee = trap.rawValue
        hasMarked = true
      }
      place += 1
    }
    return hasMarked
  }
}
