import Oriel
import OrielHub

/// The end of a page's credentials, and the notice before it. Used on the hub's loop only.
final class Expiry {
  /// How long before the end a page is told, in milliseconds. For credentials that last less than twice as long, it is the
  /// half.
  static let notice: Int64 = 60_000

  private let expires: Int64
  private let scheduler: any Scheduler
  private let end: () -> Void
  private var timer: ScheduledTimer?

  /// - Parameters:
  ///   - expires: In milliseconds since 1970.
  ///   - soon: Called with the time that is left, at most ``notice``: more would say that they were renewed.
  ///   - end: Called when they have ended.
  init(
    at expires: Int64, on scheduler: any Scheduler, soon: @escaping (Int64) -> Void, end: @escaping () -> Void
  ) {
    (self.expires, self.scheduler, self.end) = (expires, scheduler, end)
    timer = scheduler.schedule(after: max(left / 2, left - Self.notice)) { [weak self] in
      guard let self else { return }
      if left > 0 { soon(min(left, Self.notice)) }
      wait()
    }
  }

  /// The clock may be set back meanwhile.
  private var left: Int64 { expires - scheduler.wallTime }

  private func wait() {
    guard left > 0 else { return end() }
    timer = scheduler.schedule(after: left) { [weak self] in self?.wait() }
  }

  func cancel() { timer?.cancel() }
}
