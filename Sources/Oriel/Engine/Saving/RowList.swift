/// The elements of `Rows` in their order, found by their ids.
///
/// Places only grow, so that an element's index is found from its place. A removed element stays in the arrays until
/// they are read in order, so that removing many doesn't move the rest many times.
struct RowList<Element: Identifiable> {
  private var elements: [Element] = []
  /// The places of the elements; inverted for those that were removed.
  private var order: [Int64] = []
  private var sizes: [Int32] = []
  private var places: [Element.ID: Int64] = [:]
  /// The highest place ever given.
  private var last: Int64 = 0
  private(set) var bytes = 0

  var count: Int { places.count }

  subscript(id: Element.ID) -> Element? { places[id].map { elements[index(of: $0)] } }

  func place(of id: Element.ID) -> Int64? { places[id] }

  /// The elements without those removed.
  var settled: [Element] {
    mutating get {
      if elements.count > places.count { settle() }
      return elements
    }
  }

  /// Adds the element at the end, or replaces the one with its id.
  mutating func put(_ element: Element, size: Int) {
    guard let place = places[element.id] else {
      return add(element, place: last + 1, size: size)
    }
    let index = index(of: place)
    elements[index] = element
    bytes += size - Int(sizes[index])
    sizes[index] = Int32(size)
  }

  /// Adds an element that was stored at this place; elements come in the order of their places.
  mutating func restore(_ element: Element, place: Int64, size: Int) {
    add(element, place: max(place, last + 1), size: size)
  }

  private mutating func add(_ element: Element, place: Int64, size: Int) {
    last = place
    places[element.id] = place
    elements.append(element)
    order.append(place)
    sizes.append(Int32(size))
    bytes += size
  }

  mutating func remove(_ id: Element.ID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let index = index(of: place)
    order[index] = ~place
    bytes -= Int(sizes[index])
    if elements.count > 2 * places.count + 64 { settle() }
  }

  private mutating func settle() {
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
  private func index(of place: Int64) -> Int {
    var low = 0
    var high = Int(min(place - Self.place(order[0]), Int64(order.count - 1)))
    if order[high] == place { return high }
    while low < high {
      let middle = (low + high) / 2
      if Self.place(order[middle]) < place { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func place(_ entry: Int64) -> Int64 { entry < 0 ? ~entry : entry }
}
