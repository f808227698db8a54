import DequeModule
import OrielMessages

/// The windows to dismiss at the end of the transaction.
struct Dismissals {
  /// Why a window is dismissed.
  enum Reason: Equatable {
    /// It can be reopened for some minutes, and its pages say who has closed it.
    case closed(by: Closer)
    /// It has dismissed itself, and can be reopened too.
    case itself
    /// It has not been used for too long.
    case unused
  }

  private var windows: Deque<(window: Window, reason: Reason)> = []

  var isEmpty: Bool { windows.isEmpty }

  mutating func add(_ window: Window, _ reason: Reason) {
    if !windows.contains(where: { $0.window === window }) { windows.append((window, reason)) }
  }

  mutating func next() -> (window: Window, reason: Reason)? { windows.popFirst() }
}
