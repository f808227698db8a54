/// A hierarchical timing wheel (Varghese and Lauck 1987), without a clock.
///
/// It consists of six wheels of 64 slots. A slot of the first wheel is one tick, and each further wheel is 64 times
/// coarser. Adding a value to a slot takes constant time. When the time of a coarse slot has come, its values move to
/// finer ones. A bit for each slot marks the slots with values, so the next one is found without a search.
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
  /// The number of values, including cancelled ones that have not been removed yet.
  private(set) var count = 0
  /// Everything up to this tick has been taken.
  private(set) var elapsed: Int64

  init(from start: Int64) {
    elapsed = start
  }

  /// The longest delay, in ticks. With ticks of a millisecond, it is two years.
  static var range: Int64 { 1 << Int64(bits * levels) - 1 }

  /// Adds a value. A value that is already due fires at the next tick; one beyond the range fires early.
  mutating func insert(_ value: Value, at deadline: Int64) {
    put(Entry(deadline: min(max(deadline, elapsed + 1), elapsed + Self.range), value: value))
    count += 1
  }

  /// The tick at which to check again: the next value's deadline, or earlier; `nil` if there are no values.
  var next: Int64? { nextSlot?.start }

  /// Removes and returns all values of the earliest deadline, in order, if it is due by `now`; `nil` if there are none.
  mutating func popDue(upTo now: Int64) -> [Value]? {
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

  /// Removes the values that are no longer wanted.
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

  /// The finest wheel on which the deadline and the current tick are in different slots.
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
