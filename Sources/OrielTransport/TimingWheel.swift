/// A hierarchical timing wheel (Varghese and Lauck 1987), without a clock.
///
/// Six wheels of 64 slots: a slot of the first is one tick, and each further wheel is 64 times coarser. Adding a value
/// puts it into a slot, at constant cost. When the time of a coarse slot has come, its values move to finer ones. A bit
/// for each slot marks those with values, so the next one is found without a search.
struct TimingWheel<Value> {
  private struct Entry {
    let deadline: Int64
    let value: Value
  }

  private static var levels: Int { 6 }
  private static var bits: Int { 6 }
  private static var width: Int { 1 << bits }

  private var slots = [[Entry]](repeating: [], count: levels * width)
  private var occupied = [UInt64](repeating: 0, count: levels)
  /// The number of values, including those that were removed but not found yet.
  private(set) var count = 0
  /// Everything up to this tick has been taken.
  private(set) var elapsed: Int64

  init(from start: Int64) {
    elapsed = start
  }

  /// The furthest that fits: in milliseconds two years.
  static var range: Int64 { 1 << Int64(bits * levels) - 1 }

  /// Adds a value. One that is already due fires with the next tick; one beyond the range fires early.
  mutating func insert(_ value: Value, at deadline: Int64) {
    put(Entry(deadline: min(max(deadline, elapsed + 1), elapsed + Self.range), value: value))
    count += 1
  }

  /// When to look again: at the next value's deadline or before it.
  var next: Int64? { nextSlot?.start }

  /// Takes all values of the earliest deadline, in order, if it is due by `now`; `nil` if there is none.
  mutating func take(upTo now: Int64) -> [Value]? {
    while let slot = nextSlot, slot.start <= now {
      elapsed = slot.start
      let due = empty(slot.level, slot.index)
      if !due.isEmpty {
        count -= due.count
        return due
      }
    }
    elapsed = max(elapsed, now)
    return nil
  }

  /// Forgets the values that are wanted no more.
  mutating func remove(where isUnwanted: (Value) -> Bool) {
    count = 0
    for index in slots.indices where !slots[index].isEmpty {
      slots[index].removeAll { isUnwanted($0.value) }
      count += slots[index].count
      if slots[index].isEmpty { occupied[index / Self.width] &= ~(1 << UInt64(index % Self.width)) }
    }
  }
}

extension TimingWheel {
  private mutating func put(_ entry: Entry) {
    let level = level(of: entry.deadline)
    let index = Int(entry.deadline >> Int64(Self.bits * level)) & (Self.width - 1)
    slots[level * Self.width + index].append(entry)
    occupied[level] |= 1 << UInt64(index)
  }

  /// The finest wheel on which the deadline is in another slot than now.
  private func level(of deadline: Int64) -> Int {
    let differing = UInt64(bitPattern: elapsed ^ deadline) | UInt64(Self.width - 1)
    return min((63 - differing.leadingZeroBitCount) / Self.bits, Self.levels - 1)
  }

  /// The first slot with a value, and its start time. Values on a finer wheel are always earlier.
  private var nextSlot: (level: Int, index: Int, start: Int64)? {
    guard let level = occupied.firstIndex(where: { $0 != 0 }) else { return nil }
    let tick = Int64(1) << Int64(Self.bits * level)
    let turn = tick << Int64(Self.bits)
    let here = UInt64(elapsed / tick) & UInt64(Self.width - 1)
    let turned = occupied[level] >> here | occupied[level] << ((64 - here) & 63)
    let index = (Int(here) + turned.trailingZeroBitCount) % Self.width
    let start = elapsed / turn * turn + Int64(index) * tick
    return (level, index, start > elapsed ? start : start + turn)
  }

  /// Empties a slot: returns the values that are due now, and moves the others to finer wheels.
  private mutating func empty(_ level: Int, _ index: Int) -> [Value] {
    occupied[level] &= ~(1 << UInt64(index))
    var entries: [Entry] = []
    swap(&entries, &slots[level * Self.width + index])
    var due: [Value] = []
    for entry in entries {
      if entry.deadline <= elapsed { due.append(entry.value) } else { put(entry) }
    }
    return due
  }
}
