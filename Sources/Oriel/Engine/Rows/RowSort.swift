/// A property by which rows are sorted, in one direction.
///
/// It is inlined into apps, where the compiler knows the types of its rows.
@usableFromInline
struct RowSort<Element>: Sendable {
  /// The same property compares alike.
  @usableFromInline let property: any Hashable & Sendable
  @usableFromInline let isReversed: Bool
  /// Negative if the first row is before the second one, zero if it doesn't matter.
  @usableFromInline let compare: @Sendable (Element, Element) -> Int
  /// Sorts the slots of rows and keeps the order of equal ones. It reads the property of each row once.
  @usableFromInline let sort: @Sendable ([Int32], (Int32) -> Element) -> [Int32]

  /// - Parameter key: The value by which rows are compared. Rows without one are the last in both directions.
  @inlinable
  init<Key: Comparable & SendableMetatype>(
    _ property: any Hashable & Sendable, isReversed: Bool, key: @escaping @Sendable (Element) -> Key?
  ) {
    self.property = property
    self.isReversed = isReversed
    let compare: @Sendable (Key?, Key?) -> Int = { first, second in
      switch (first, second) {
      case (nil, nil): return 0
      case (nil, _): return 1
      case (_, nil): return -1
      case (let first?, let second?):
        if first < second { return isReversed ? 1 : -1 }
        return second < first ? isReversed ? -1 : 1 : 0
      }
    }
    self.compare = { compare(key($0), key($1)) }
    sort = { slots, row in
      let keyed = slots.enumerated().map { (key: key(row($1)), rank: $0, slot: $1) }
      return keyed.sorted {
        let order = compare($0.key, $1.key)
        return order < 0 || order == 0 && $0.rank < $1.rank
      }.map(\.slot)
    }
  }
}

/// Which rows an order has, and by what they are sorted. Equal ones share one order.
struct RowOrderKey: Hashable {
  let filters: [AnyHashable]
  let sorts: [Sort]

  init() { (filters, sorts) = ([], []) }

  init(filters: [AnyHashable] = [], sorts: [RowSort<some Any>]) {
    self.filters = filters
    self.sorts = sorts.map { Sort(property: AnyHashable($0.property), isReversed: $0.isReversed) }
  }

  struct Sort: Hashable {
    let property: AnyHashable
    let isReversed: Bool
  }
}
