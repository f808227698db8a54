import CLibUV
import OrielHub

/// All timers of one loop on one libuv timer.
///
/// A hierarchical timing wheel (Varghese and Lauck 1987): six wheels of 64 slots, the first of a millisecond each, every
/// further one 64 times coarser. Setting a timer is putting it into a slot, whatever else is set; when a coarse slot's
/// time has come, what is in it moves to finer ones. A bit for each slot tells which have something, so an idle wheel
/// sleeps until the next of them. Cancelling only empties the timer; the wheel forgets it at its slot, or when half of
/// what it holds is new since it last looked.
package final class TimerWheel: Scheduler, @unchecked Sendable {
  // Guard: used on the loop's thread, or before it starts.
  private struct Entry {
    let deadline: Int64
    let timer: ScheduledTimer
  }

  private static let levels = 6
  private static let bits = 6
  private static let slotsPerLevel = 1 << bits
  /// The most that fits: two years.
  private static let longest = Int64(1) << Int64(bits * levels) - 1

  private let uv: UnsafeMutablePointer<uv_timer_t>
  private var slots = [[Entry]](repeating: [], count: levels * slotsPerLevel)
  private var occupied = [UInt64](repeating: 0, count: levels)
  private var count = 0
  private var purgeAt = 1024
  /// Everything up to this millisecond has fired.
  private var elapsed: Int64
  private var armedFor = Int64.max
  private var isClosed = false

  init(_ loop: UnsafeMutablePointer<uv_loop_t>) {
    uv = .allocate(capacity: 1)
    elapsed = Self.clock
    uv_timer_init(loop, uv)
    uv_unref(uv.asHandle)
    uv.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    uv.deallocate()
  }

  package var now: Int64 { Self.clock }

  package func schedule(after delay: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    let timer = ScheduledTimer(action)
    if isClosed { return timer }
    // The clock's millisecond has begun already: one more, or the timer would fire early by a part of it.
    let deadline = now + min(max(delay, 0), Self.longest / 2) + 1
    insert(Entry(deadline: max(deadline, elapsed + 1), timer: timer))
    count += 1
    if count >= purgeAt { purge() }
    arm()
    return timer
  }

  /// Nothing fires any more, whatever is set or will be.
  func close() {
    isClosed = true
    uv_close(uv.asHandle, nil)
    for index in slots.indices { slots[index] = [] }
  }

  private static var clock: Int64 { Int64(uv_hrtime() / 1_000_000) }
}

extension TimerWheel {
  private func insert(_ entry: Entry) {
    let level = level(of: entry.deadline)
    let slot = Int(entry.deadline >> Int64(Self.bits * level)) & (Self.slotsPerLevel - 1)
    slots[level * Self.slotsPerLevel + slot].append(entry)
    occupied[level] |= 1 << UInt64(slot)
  }

  /// The wheel on which the deadline is in a later slot than now.
  private func level(of deadline: Int64) -> Int {
    let differing = UInt64(bitPattern: elapsed ^ deadline) | UInt64(Self.slotsPerLevel - 1)
    return min((63 - differing.leadingZeroBitCount) / Self.bits, Self.levels - 1)
  }

  /// The first slot that has something, and when its time begins.
  private var nextSlot: (level: Int, slot: Int, start: Int64)? {
    guard let level = occupied.firstIndex(where: { $0 != 0 }) else { return nil }
    let width = Int64(1) << Int64(Self.bits * level)
    let range = width << Int64(Self.bits)
    let here = UInt64(elapsed / width) & UInt64(Self.slotsPerLevel - 1)
    let turned = occupied[level] >> here | occupied[level] << ((64 - here) & 63)
    let slot = (Int(here) + turned.trailingZeroBitCount) % Self.slotsPerLevel
    let start = elapsed / range * range + Int64(slot) * width
    return (level, slot, start > elapsed ? start : start + range)
  }

  /// Fires what is due, in the order of the deadlines, and what has the same one in the order it was set.
  private func advance() {
    let now = now
    while let next = nextSlot, next.start <= now {
      elapsed = next.start
      for entry in take(next.level, next.slot) { move(entry) }
    }
    elapsed = max(elapsed, now)
    armedFor = .max
    arm()
  }

  private func take(_ level: Int, _ slot: Int) -> [Entry] {
    occupied[level] &= ~(1 << UInt64(slot))
    var taken: [Entry] = []
    swap(&taken, &slots[level * Self.slotsPerLevel + slot])
    return taken
  }

  private func move(_ entry: Entry) {
    if entry.timer.isPending, entry.deadline > elapsed { return insert(entry) }
    count -= 1
    let action = entry.timer.action
    entry.timer.cancel()
    action?()
  }

  private func arm() {
    guard let next = nextSlot else { return }
    guard next.start < armedFor else { return }
    armedFor = next.start
    uv_timer_start(
      uv,
      { handle in
        guard let data = handle?.pointee.data else { return }
        Unmanaged<TimerWheel>.fromOpaque(data).takeUnretainedValue().advance()
      }, UInt64(max(next.start - now, 1)), 0)
  }

  private func purge() {
    for index in slots.indices where !slots[index].isEmpty {
      slots[index].removeAll { !$0.timer.isPending }
      if slots[index].isEmpty { occupied[index / Self.slotsPerLevel] &= ~(1 << UInt64(index % Self.slotsPerLevel)) }
    }
    count = slots.reduce(0) { $0 + $1.count }
    purgeAt = max(1024, count * 2)
  }
}
