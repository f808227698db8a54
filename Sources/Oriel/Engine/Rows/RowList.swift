/// The elements of `Rows` in their order, found by their ids.
///
/// An element has a slot for as long as it is there. The slot of a removed one stays empty until half of all are, or until
/// an element is asked for by its place, so that removing many doesn't move the rest many times.
struct RowList<Element: Identifiable> {
  private(set) var slots = Chunks<RowSlot<Element>>()
  private var slotOf: [Element.ID: Int32] = [:]
  /// The highest place ever given.
  private var last: Int64 = 0
  private(set) var bytes = 0

  var count: Int { slotOf.count }
  var hasEmptySlots: Bool { slots.count > count }
  /// Whether most slots are empty.
  var isSparse: Bool { slots.count > 2 * count + 64 }

  subscript(id: Element.ID) -> Element? { slotOf[id].flatMap { slots[Int($0)].element } }

  func slot(of id: Element.ID) -> Int32? { slotOf[id] }

  func position(of id: Element.ID) -> Int64? { slotOf[id].map { slots[Int($0)].position } }

  /// Adds the element at the end, or replaces the one with its id.
  mutating func put(_ element: Element, size: Int) {
    guard let slot = slotOf[element.id] else { return add(element, position: last + 1, size: size) }
    bytes += size - Int(slots[Int(slot)].size)
    slots[Int(slot)].element = element
    slots[Int(slot)].size = Int32(size)
  }

  /// Adds an element that was stored at this place; elements come in the order of their places.
  mutating func restore(_ element: Element, position: Int64, size: Int) {
    add(element, position: max(position, last + 1), size: size)
  }

  private mutating func add(_ element: Element, position: Int64, size: Int) {
    last = position
    slotOf[element.id] = Int32(slots.count)
    slots.append(RowSlot(element: element, position: position, size: Int32(size)))
    bytes += size
  }

  mutating func remove(_ id: Element.ID) {
    guard let slot = slotOf.removeValue(forKey: id) else { return }
    bytes -= Int(slots[Int(slot)].size)
    slots[Int(slot)].element = nil
  }

  /// Removes the empty slots.
  ///
  /// - Returns: The new slot of each old one; meaningless for those that were empty.
  mutating func compact() -> [Int32] {
    var moved: [Int32] = []
    moved.reserveCapacity(slots.count)
    var kept = Chunks<RowSlot<Element>>()
    for slot in slots {
      moved.append(Int32(kept.count))
      if slot.element != nil { kept.append(slot) }
    }
    slots = kept
    slotOf = slotOf.mapValues { moved[Int($0)] }
    return moved
  }
}

struct RowSlot<Element> {
  /// `nil` once it was removed.
  var element: Element?
  /// Its place in the store.
  let position: Int64
  /// Bytes of its JSON.
  var size: Int32
}

extension RowSlot: Sendable where Element: Sendable {}
