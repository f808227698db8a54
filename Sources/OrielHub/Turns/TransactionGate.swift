import Oriel

/// Decides which changes are committed together.
struct TransactionGate {
  private var isCommitting = false
  private var isActing = false

  /// Whether a commit may begin. One caused by a listener is part of the commit that called the listener, and those of
  /// an operator's act are part of the act.
  private var isOpen: Bool { !isCommitting && !isActing }

  /// - Returns: Whether the commit may begin.
  mutating func beginCommit() -> Bool {
    guard isOpen else { return false }
    isCommitting = true
    return true
  }

  mutating func endCommit() { isCommitting = false }

  /// - Returns: Whether this begins an operator's act; an act within another is part of it.
  mutating func beginAct() -> Bool {
    guard isOpen else { return false }
    isActing = true
    return true
  }

  mutating func endAct() { isActing = false }
}

/// The windows to dismiss at the end of the transaction.
struct Dismissals {
  private var windows: [Window] = []

  var isEmpty: Bool { windows.isEmpty }

  mutating func add(_ window: Window) {
    if !windows.contains(where: { $0 === window }) { windows.append(window) }
  }

  mutating func next() -> Window? { windows.isEmpty ? nil : windows.removeFirst() }
}

/// The running handlers of events, for which an ending server waits.
package struct RunningHandlers {
  package private(set) var count = 0

  mutating func began() { count += 1 }
  mutating func ended() { count -= 1 }
}

/// A timer that is set once, until it has fired.
struct SingleTimer {
  private var timer: ScheduledTimer?

  mutating func start(after delay: Int64, on scheduler: any Scheduler, _ action: @escaping () -> Void) {
    guard timer?.isPending != true else { return }
    timer = scheduler.schedule(after: delay, action)
  }
}

/// The types of private models, which are lost with the process; each is reported once.
struct UnlastingTypes {
  private let matter: Bool
  private var known: Set<String> = []

  init(matter: Bool) { self.matter = matter }

  /// - Returns: Whether this is news.
  mutating func report(_ type: TypeName) -> Bool { matter && known.insert(type.mangled).inserted }
}
