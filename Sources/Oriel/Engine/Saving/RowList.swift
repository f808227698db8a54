/// The elements of `Rows` in their order, found by their ids.
///
/// Places only grow, so that an element's index is found from its place. A removed element stays in the arrays until
/// they are read in order, so that removing many doesn't move the rest many times.
struct RowList<Element: Identifiable> {
  private var elements: [Element] = []
  /// The places of the elements; inverted for those that were removed.
  private var order: [Int64] = []
  private var sizes: [Int32] = []
  private var positions: [Element.ID: Int64] = [:]
  /// The highest place ever given.
  private var last: Int64 = 0
  private(set) var bytes = 0

  var count: Int { positions.count }

  subscript(id: Element.ID) -> Element? { positions[id].map { elements[index(of: $0)] } }

  func position(of id: Element.ID) -> Int64? { positions[id] }

  /// The elements without those removed.
  var settled: [Element] {
    mutating get {
      if elements.count > positions.count { compact() }
      return elements
    }
  }

  /// Adds the element at the end, or replaces the one with its id.
  mutating func put(_ element: Element, size: Int) {
    guard let position = positions[element.id] else {
      return add(element, position: last + 1, size: size)
    }
    let index = index(of: position)
    elements[index] = element
    bytes += size - Int(sizes[index])
    sizes[index] = Int32(size)
  }

  /// Adds an element that was stored at this place; elements come in the order of their places.
  mutating func restore(_ element: Element, position: Int64, size: Int) {
    add(element, position: max(position, last + 1), size: size)
  }

  private mutating func add(_ element: Element, position: Int64, size: Int) {
    last = position
    positions[element.id] = position
    elements.append(element)
    order.append(position)
    sizes.append(Int32(size))
    bytes += size
  }

  mutating func remove(_ id: Element.ID) {
    guard let position = positions.removeValue(forKey: id) else { return }
    let index = index(of: position)
    order[index] = ~position
    bytes -= Int(sizes[index])
    if elements.count > 2 * positions.count + 64 { compact() }
  }

  private mutating func compact() {
    var kept = 0
    for index in elements.indices where order[index] >= 0 {
      if kept < index {
        elements[kept] = elements[index]
        order[kept] = order[index]
        sizes[kept] = sizes[index]
      }
      kept += 1
    }
    elements.removeSubrange(kept...)
    order.removeSubrange(kept...)
    sizes.removeSubrange(kept...)
  }

  /// An element is never behind the index that it had if none before it had gone.
  private func index(of position: Int64) -> Int {
    var low = 0
    var high = Int(min(position - Self.position(order[0]), Int64(order.count - 1)))
    if order[high] == position { return high }
    while low < high {
      let middle = (low + high) / 2
      if Self.position(order[middle]) < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func position(_ entry: Int64) -> Int64 { entry < 0 ? ~entry : entry }
}
