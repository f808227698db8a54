import CLibUV
import OrielHub

/// All timers of one loop, on a single libuv timer. Setting a timer takes constant time, however many are set, and
/// waiting costs nothing. A cancelled timer is removed at its deadline, or when the number of timers has doubled since
/// the last sweep.
package final class TimerWheel: Scheduler, @unchecked Sendable {
  // Guard: used on the loop's thread, or before it starts.
  private let uv = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)
  private var wheel: TimingWheel<ScheduledTimer>
  private var sweepAt = 1024
  private var armedFor = Int64.max
  private var isClosed = false

  init(_ loop: UnsafeMutablePointer<uv_loop_t>) {
    wheel = TimingWheel(from: Self.clock)
    uv_timer_init(loop, uv)
    uv_unref(uv.asHandle)
    uv.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    uv.deallocate()
  }

  package internal(set) var iteration = 0

  package var now: Int64 { Self.clock }

  package var nanoseconds: Int64 { Int64(uv_hrtime()) }

  package var wallTime: Int64 {
    var time = uv_timeval64_t()
    uv_gettimeofday(&time)
    return time.tv_sec * 1000 + Int64(time.tv_usec) / 1000
  }

  package func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    let timer = ScheduledTimer(action)
    if isClosed { return timer }
    // The current millisecond has already begun. Without one more, the timer would fire early by a part of it.
    wheel.insert(timer, at: now + min(max(delay, 0), TimingWheel<ScheduledTimer>.range - 1) + 1)
    if wheel.count >= sweepAt { sweep() }
    arm()
    return timer
  }

  /// The number of timers that are set, and of cancelled ones that have not been removed yet.
  var held: Int { wheel.count }

  /// Stops all timers. Timers that are set later never fire.
  func close() {
    isClosed = true
    uv_close(uv.asHandle, nil)
    wheel = TimingWheel(from: 0)
  }

  private static var clock: Int64 { Int64(uv_hrtime() / 1_000_000) }

  private func sweep() {
    wheel.remove { !$0.isPending }
    sweepAt = max(1024, wheel.count * 2)
  }

  private func arm() {
    guard let next = wheel.next, next < armedFor else { return }
    armedFor = next
    uv_timer_start(
      uv,
      { handle in
        guard let data = handle?.pointee.data else { return }
        Unmanaged<TimerWheel>.fromOpaque(data).takeUnretainedValue().fire()
      }, UInt64(max(next - now, 1)), 0)
  }

  private func fire() {
    // Actions may set timers. Those are due after this moment, so they don't fire here.
    let now = now
    while let due = wheel.popDue(upTo: now) {
      for timer in due {
        let action = timer.action
        timer.cancel()
        action?()
      }
    }
    armedFor = .max
    if !isClosed { arm() }
  }
}
