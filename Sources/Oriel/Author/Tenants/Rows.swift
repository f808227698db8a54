import Observation
import OrielDocument

/// Many values that users share or keep, each a row of its own in the store.
///
/// ```swift
/// struct Incident: Codable, Sendable, Identifiable {
///   let id: Int
///   var title: String
///   var owner: String?
/// }
///
/// @SavedState final class Desk {
///   let incidents = Rows<Incident>()
///
///   func assign(_ id: Int, to user: String) { incidents[id: id]?.owner = user }
/// }
/// ```
///
/// A change writes the changed rows only, in the transaction of the turn that made it. A `body` that reads
/// `incidents[id: 42]` is evaluated again when that element changes; one that reads ``ids`` or ``count``, when an element
/// comes or goes; one that iterates, at every change.
///
/// Declare it as a `let` of a ``SavedState()`` class. Elements stay in the order in which they were added. All of them are
/// in memory while their object is: see <doc:SavingManyRows>.
public final class Rows<Element: Identifiable & Codable & Sendable>: RandomAccessCollection, Observable
where Element.ID: Codable & Sendable {
  private var list = RowList<Element>()
  private let cells = RowCells<Element.ID>()
  private let orders = RowOrders<Element>()
  private let making = OrderMaking<Element>()
  /// The tables that show some of the rows.
  private var watches: [WeakWatch] = []
  /// The changed elements, encoded.
  private var unsaved: [Element.ID: [UInt8]] = [:]
  /// The encoded ids of the elements that have gone.
  private var departed: Set<[UInt8]> = []
  private weak var node: _ModelNode?
  private var name = "rows"
  private var hasReportedMisuse = false

  /// Creates an empty collection.
  public init() {}

  // MARK: Elements by their ids

  /// The element with this id. Setting `nil` removes it; an element that isn't there yet is added at the end.
  ///
  /// ```swift
  /// desk.incidents[id: 42]?.owner = "ada"
  /// ```
  ///
  /// The element must have this id, and its JSON at most 256 KiB. Otherwise nothing is changed, and the log says so.
  public subscript(id id: Element.ID) -> Element? {
    get {
      let element = list[id]
      cells.read(id, isPresent: element != nil)
      return element
    }
    set {
      guard let newValue else { return discard(id) }
      guard newValue.id == id else {
        return reportMisuse("\(name)[id: \(id)] was given the element \(newValue.id); nothing was changed")
      }
      put(newValue)
    }
  }

  /// Adds the element at the end; one with the same id is replaced in its place.
  public func append(_ element: Element) { put(element) }

  /// Removes the element with this id.
  ///
  /// - Returns: The element; `nil` if there is none.
  @discardableResult
  public func remove(id: Element.ID) -> Element? {
    let element = list[id]
    discard(id)
    return element
  }

  /// The ids of the elements, in their order.
  public var ids: [Element.ID] {
    cells.readMembers()
    return list.slots.compactMap(\.element?.id)
  }

  // MARK: Elements by their places

  /// The number of elements.
  public var count: Int {
    cells.readMembers()
    return list.count
  }

  /// Whether there is no element.
  public var isEmpty: Bool { count == 0 }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  /// The element at this place.
  public subscript(position: Int) -> Element {
    cells.readEverything()
    if list.hasEmptySlots { compact() }
    return list.slots[position].element!
  }

  /// The element that was added first of those that are there.
  public var first: Element? {
    var elements = makeIterator()
    return elements.next()
  }

  /// The element that was added last of those that are there.
  public var last: Element? {
    cells.readEverything()
    return (0..<list.slots.count).reversed().lazy.compactMap { self.list.slots[$0].element }.first
  }

  public func makeIterator() -> Iterator {
    cells.readEverything()
    return Iterator(slots: list.slots.makeIterator())
  }

  /// Reads the elements one after another, as they are when it begins.
  public struct Iterator: IteratorProtocol {
    var slots: Chunks<RowSlot<Element>>.Iterator

    public mutating func next() -> Element? {
      while let slot = slots.next() {
        if let element = slot.element { return element }
      }
      return nil
    }
  }

  /// The order of a ``RowQuery``, which is made if there is none.
  func order(_ key: RowOrderKey, make: (Chunks<RowSlot<Element>>) -> RowOrder<Element>) -> SharedRowOrder<Element> {
    orders.order(key, of: list.count) { make(list.slots) }
  }

  /// Whether an order is there, or is made in no time.
  func hasOrder(_ key: RowOrderKey) -> Bool {
    list.count <= OrderMaking<Element>.immediateRows || key == RowOrderKey() || orders.has(key)
  }

  /// Makes an order outside the hub.
  func makeOrder(
    _ key: RowOrderKey, _ filters: [@Sendable (Element) -> Bool], _ sorts: [RowSort<Element>],
    on host: any HubServices, while isWanted: @escaping () -> Bool, then: @escaping (Bool) -> Void
  ) { making.make(key, filters, sorts, of: self, on: host, while: isWanted, then: then) }

  private struct WeakWatch {
    weak var watch: RowWatch<Element>?
  }

  func add(_ watch: RowWatch<Element>) {
    watches.removeAll { $0.watch == nil }
    watches.append(WeakWatch(watch: watch))
  }

  /// The element at the slot of an order.
  func slot(of id: Element.ID) -> Int32? { list.slot(of: id) }

  /// Whether an order is still up to date.
  func isCurrent(_ order: SharedRowOrder<Element>) -> Bool { orders.isCurrent(order) }

  func read(_ order: SharedRowOrder<Element>) {
    if !orders.read(order) { cells.readEverything() }
  }

  /// The elements by the slots of orders. It doesn't count as reading them.
  var slots: Chunks<RowSlot<Element>> { list.slots }

  /// An element was read by the slot of an order.
  func didRead(_ element: Element) { cells.read(element.id, isPresent: true) }

  func didReadEverything() { cells.readEverything() }

  // MARK: Changes

  private func put(_ element: Element) {
    let id = element.id
    guard let bytes = encoded(element) else { return }
    let old = list[id]
    if let old, !isSameText(old.id, id) { depart(old.id) }
    change(id, to: element) { list.put(element, size: bytes.count) }
    unsaved[id] = bytes
    node?.owner?.rowsChanged(of: node!)
  }

  private func discard(_ id: Element.ID) {
    guard let old = list[id] else { return }
    change(id, to: nil) { list.remove(id) }
    if list.isSparse { compact() }
    unsaved[id] = nil
    depart(old.id)
    node?.owner?.rowsChanged(of: node!)
  }

  /// Changes the list and the orders. Readers of the row are notified before, and may do anything at once.
  private func change(_ id: Element.ID, to new: Element?, perform: () -> Void) {
    orders.willChange(list.slot(of: id), from: list[id], to: new, of: list.count)
    tellWatches(id, list.slot(of: id), from: list[id], to: new)
    cells.change(id, isMember: (list[id] == nil) != (new == nil))
    let (old, slot) = (list[id], list.slot(of: id))
    let moving = orders.moving(slot, from: old, to: new)
    if let old, let slot { for shared in moving { shared.order.remove(slot, old, from: list.slots) } }
    perform()
    making.changed([slot, list.slot(of: id)])
    if let new, let slot = list.slot(of: id) {
      for shared in moving { shared.order.insert(slot, new, into: list.slots) }
    }
  }

  private func tellWatches(_ id: Element.ID, _ slot: Int32?, from old: Element?, to new: Element?) {
    guard !watches.isEmpty else { return }
    // Many watch one order.
    var known: [ObjectIdentifier: RowMove?] = [:]
    for watch in watches {
      watch.watch?.willChange(id) { order in
        if let move = known[ObjectIdentifier(order)] { return move }
        let move = order.order.move(of: slot, from: old, to: new, in: list.slots)
        known.updateValue(move, forKey: ObjectIdentifier(order))
        return move
      }
    }
  }

  private func compact() {
    orders.renumber(list.compact())
    making.renumbered()
  }

  private func depart(_ id: Element.ID) {
    if let id = try? JSONText.encode(id) { departed.insert(id) }
  }

  /// `nil` if the element can't be a row.
  private func encoded(_ element: Element) -> [UInt8]? {
    // A database keeps no longer key.
    if let id = element.id as? String, id.utf8.count > ArchiveLimits.idBytes {
      reportMisuse("\(name) was given an id of \(id.utf8.count) bytes; nothing was changed")
      return nil
    }
    do {
      let bytes = try JSONText.encode(element)
      if bytes.count <= RowLimits.rowBytes { return bytes }
      reportMisuse("\(name)[id: \(element.id)] was given \(bytes.count) bytes; nothing was changed")
    } catch {
      reportMisuse("\(name)[id: \(element.id)] was given an element that can't be encoded: \(error)")
    }
    return nil
  }

  /// Two texts that only look the same are one id, and two keys in the store.
  private func isSameText(_ old: Element.ID, _ new: Element.ID) -> Bool {
    guard Element.ID.self == String.self, let old = old as? String, let new = new as? String else { return true }
    return old.hasSameScalars(as: new)
  }

  private func reportMisuse(_ message: @autoclosure () -> String) {
    guard !hasReportedMisuse else { return }
    hasReportedMisuse = true
    if let owner = node?.owner { owner.rowsMisused(message()) } else { TurnContext.reportMisuse(message()) }
  }

  /// How many cells there are, for tests.
  package var cellCount: Int { cells.count }

  /// How many orders there are, for tests.
  package var orderCount: Int { orders.count }
}

extension Rows: SavedRows {
  package func attach(to node: _ModelNode, as name: String) {
    self.node = node
    self.name = name
  }

  package var size: RowSize { RowSize(rows: list.count, bytes: list.bytes) }

  package var elementType: String { TypeName.of(Element.self).short }

  package func drainChanges() -> [SavedRow] {
    defer { (unsaved, departed) = ([:], []) }
    let gone = departed.map { SavedRow(id: $0, position: 0, value: nil) }
    return gone
      + unsaved.compactMap { id, value in
        guard let element = list[id], let position = list.position(of: id), let key = try? JSONText.encode(element.id)
        else {
          return nil
        }
        return SavedRow(id: key, position: position, value: value)
      }
  }

  package func removeAllUnsaved() {
    orders.forgetAll()
    making.renumbered()
    for watch in watches { watch.watch?.replaced() }
    list = RowList()
    (unsaved, departed) = ([:], [])
  }

  package func restore(_ value: JSONValue, position: Int64, size: Int) throws {
    let element = try JSONValueDecoder.decode(Element.self, from: value)
    guard list[element.id] == nil else { throw SavedError.wrongType(property: "id") }
    list.restore(element, position: position, size: size)
  }

  package func restore(migrated value: JSONValue, position: Int64, former: [UInt8]) throws {
    let element = try JSONValueDecoder.decode(Element.self, from: value)
    guard list[element.id] == nil else { throw SavedError.wrongType(property: "id") }
    let (id, bytes) = (try JSONText.encode(element.id), try JSONText.encode(element))
    list.restore(element, position: position, size: bytes.count)
    guard id != former else { return }
    departed.insert(former)
    unsaved[element.id] = bytes
  }

  package func saveAll() {
    for case let element? in list.slots.lazy.map(\.element) { unsaved[element.id] = try? JSONText.encode(element) }
  }
}
