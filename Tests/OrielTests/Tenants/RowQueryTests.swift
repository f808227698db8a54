import Observation
import OrielDocument
import Synchronization
import Testing

@testable import Oriel

/// The elements of `Rows` that match a filter, in an order, and who is told of a change.
struct RowQueryTests {
  private let rows = Rows<Parcel>()

  private func fill(_ texts: String...) {
    for (id, text) in texts.enumerated() { rows.append(Parcel(id: id, text: text)) }
  }

  // MARK: Which, and in which order

  @Test func `texts are sorted without case and accents, and by their numbers`() {
    fill(
      "Desk 10", "desk 9", "Zoé", "zoe 2", "Ärger", "arg", "Straße 7", "strasse 07", "", "10", "9", "Ярд", "яблоко", "-"
    )
    #expect(
      rows.sorted(by: \.text).map(\.text) == [
        "", "-", "9", "10", "arg", "Ärger", "desk 9", "Desk 10", "Straße 7", "strasse 07", "Zoé", "zoe 2", "яблоко",
        "Ярд",
      ])
  }

  @Test func `elements without a value are the last in both directions, and equal ones as they came`() {
    for (id, weight) in [2, nil, 1, nil, 2, .nan].enumerated() { rows.append(Parcel(id: id, text: "", weight: weight)) }
    rows.remove(id: 5)
    #expect(rows.sorted(by: \.weight).map(\.id) == [2, 0, 4, 1, 3])
    #expect(rows.sorted(by: \.weight, order: .reverse).map(\.id) == [0, 4, 2, 1, 3])
    #expect(rows.sorted(by: \.weight).then(by: \.id, order: .reverse).map(\.id) == [2, 4, 0, 3, 1])
  }

  @Test func `filters add up`() {
    fill("a1", "b1", "a2", "b2", "a3")
    let query = rows.filtered(by: Containing("a"))
    #expect(query.map(\.id) == [0, 2, 4])
    #expect(query.filtered(by: Containing("2")).map(\.id) == [2])
    #expect((query.count, query.first?.id, query.last?.id, query[1].id, Array(query.ids)) == (3, 0, 4, 2, [0, 2, 4]))
    #expect(rows.filtered(by: Containing("c")).isEmpty)
  }

  @Test func `after any changes a query equals the filtered and sorted elements`() {
    let wanted = Containing("7")
    let queries: [(RowQuery<Parcel>, ([Parcel]) -> [Parcel])] = [
      (rows.filtered(by: wanted), { $0.filter(wanted.matches) }),
      (rows.sorted(by: \.text, order: .reverse), { sorted($0, by: { $0.text.count }, { $0.text }, isReversed: true) }),
      (
        rows.filtered(by: wanted).sorted(by: \.weight).then(by: \.id, order: .reverse),
        { sorted($0.filter(wanted.matches), by: { $0.weight ?? .infinity }, { -$0.id }) }
      ),
    ]
    var random = SystemRandomNumberGenerator()
    for step in 0..<6000 {
      let id = Int.random(in: 0..<1500, using: &random)
      let text = String(Int.random(in: 1...9999, using: &random))
      let weight = Bool.random(using: &random) ? Double(Int.random(in: 0..<20, using: &random)) : nil
      if Int.random(in: 0..<4, using: &random) == 0 || step > 5000 {
        rows.remove(id: id)
      } else {
        rows[id: id] = Parcel(id: id, text: text, weight: weight)
      }
      if step % 50 == 0 { _ = rows.first }
      guard step % 100 == 99 else { continue }
      let all = Array(rows)
      for (query, anew) in queries { #expect(Array(query) == anew(all)) }
      #expect(queries[0].0.indices.map { queries[0].0[$0] } == queries[0].1(all))
    }
  }

  // MARK: Observation

  @Test func `a reading is told when an element comes, goes or moves among those it reads, or changes`() {
    for id in 0..<10 { rows.append(Parcel(id: id, text: "open \(id)")) }
    let told = Told {
      _ = rows.filtered(by: Containing("open")).sorted(by: \.text).prefix(3).map(\.text)
    }
    let changes: [(String, () -> Void)] = [
      ("an element changes that was read", { rows[id: 1]?.weight = 1 }),
      ("one changes that was not", { rows[id: 8]?.weight = 1 }),
      ("one moves", { rows[id: 8]?.text = "open 5" }),
      ("one goes", { rows[id: 9]?.text = "closed" }),
      ("one that doesn't match changes", { rows[id: 9]?.text = "closed again" }),
      ("one comes that doesn't match", { rows.append(Parcel(id: 10, text: "closed")) }),
      ("one comes", { rows.append(Parcel(id: 11, text: "open 0")) }),
      ("one is removed", { rows.remove(id: 11) }),
    ]
    #expect(
      changes.map { told.count(of: $0.1) > 0 ? "told when \($0.0)" : "" }.filter { !$0.isEmpty } == [
        "told when an element changes that was read", "told when one moves", "told when one goes",
        "told when one comes",
        "told when one is removed",
      ])
  }

  @Test func `a reading of very many elements observes all at once`() {
    for id in 0..<5000 { rows.append(Parcel(id: id, text: "")) }
    let told = Told { _ = rows.sorted(by: \.id).reduce(0) { $0 + $1.id } }
    #expect(rows.cellCount == 1000)
    #expect(told.count { rows[id: 4999]?.text = "new" } > 0)
  }

  // MARK: What it costs

  @Test func `a change evaluates a filter once or twice, however many elements and readers there are`() {
    for id in 0..<10_000 { rows.append(Parcel(id: id, text: "\(id)")) }
    let readers = (0..<20).map { _ in rows.filtered(by: Counted()).sorted(by: \.text) }
    for reader in readers { #expect(reader.count == 10_000) }
    #expect((rows.orderCount, Counted.drain()) == (1, 10_000))
    rows[id: 5000]?.weight = 1
    #expect(Counted.drain() <= 2)
    rows[id: 5000]?.text = "moved"
    #expect(Counted.drain() <= 3)
    rows.remove(id: 5000)
    #expect(Counted.drain() <= 2)
    for reader in readers { #expect(reader.last?.id == 9999) }
    #expect(Counted.drain() == 0)
  }

  @Test func `an order that was not read for many changes is forgotten, and of too many the one read longest ago`() {
    fill("a", "b")
    _ = rows.sorted(by: \.text).count
    for number in 0..<200 { rows[id: 0]?.text = "\(number)" }
    #expect(rows.orderCount == 0)
    let limit = RowOrders<Parcel>.limit(of: 2)
    for number in 0..<(limit + 100) { _ = rows.filtered(by: Containing("\(number)")).count }
    #expect(rows.orderCount == limit)
    let kept = rows.sorted(by: \.text)
    for number in 0..<300 {
      rows[id: 1]?.text = "\(number)"
      #expect(kept.first?.text == "\(min(number, 199))")
    }
    #expect(rows.orderCount == 1)
    #expect([1, 4096, 16_384, 100_000].map(RowOrders<Parcel>.limit(of:)) == [1024, 1024, 256, 64])
  }

  @Test func `a reader whose order had to go is told all the same`() {
    fill("a")
    let limit = RowOrders<Parcel>.limit(of: 1)
    let readers = (0..<(2 * limit + 100)).map { number in
      Told { _ = rows.filtered(by: Containing("<\(number)>")).count }
    }
    for number in [0, limit, 2 * limit + 99] {
      #expect(readers[number].count { rows.append(Parcel(id: number + 1, text: "<\(number)>")) } > 0)
      #expect(rows.filtered(by: Containing("<\(number)>")).count == 1)
    }
  }

  // MARK: What an author may do

  @Test func `elements may be removed while they are read one after another`() {
    for id in 0..<500 { rows.append(Parcel(id: id, text: "\(id)")) }
    var seen: [Int] = []
    for parcel in rows.sorted(by: \.id, order: .reverse) {
      rows.remove(id: parcel.id)
      seen.append(parcel.id)
    }
    #expect(seen == (0..<500).reversed())
    #expect((rows.count, rows.sorted(by: \.id, order: .reverse).count) == (0, 0))
  }

  @Test func `a part of a query is as it was when it was taken`() {
    for id in 0..<100 { rows.append(Parcel(id: id, text: "\(id)")) }
    let query = rows.sorted(by: \.id)
    for parcel in query.prefix(50) { rows.remove(id: parcel.id) }
    for parcel in query.suffix(10) { rows.remove(id: parcel.id) }
    #expect(query.map(\.id) == Array(50..<90))
  }

  @Test func `a reader that is told may read by places, and change rows, at once`() {
    for id in 0..<10 { rows.append(Parcel(id: id, text: "\(id)")) }
    let query = rows.sorted(by: \.text, order: .reverse)
    #expect(query.count == 10)
    rows.remove(id: 0)
    var isChanging = false
    let told = Told {
      _ = (rows[id: 5], rows[0], query.count)
      guard isChanging else { return }
      isChanging = false
      rows[id: 5] = Parcel(id: 5, text: "99")
      rows.append(Parcel(id: 20, text: "20"))
      rows.remove(id: 1)
    }
    isChanging = true
    #expect(told.count { rows[id: 5]?.text = "x" } > 0)
    #expect(told.count { rows.append(Parcel(id: 20, text: "y")) } > 0)
    #expect(query.map(\.id) == [20, 5, 9, 8, 7, 6, 4, 3, 2])
    #expect((rows.first?.id, rows.last?.id, rows.count) == (2, 20, 9))
  }

  @Test func `a reader that is told may read at once, and ask for another order`() {
    fill("a", "b", "c")
    let told = Told {
      _ = rows.sorted(by: \.text).map(\.text)
      _ = rows.filtered(by: Containing(rows[id: 0]?.text ?? "")).count
    }
    for text in ["d", "e", "bb"] { #expect(told.count { rows[id: 0]?.text = text } > 0) }
    #expect(rows.sorted(by: \.text).map(\.text) == ["b", "bb", "c"])
    #expect(rows.filtered(by: Containing("b")).map(\.id) == [0, 1])
    #expect(told.count { rows.remove(id: 0) } > 0)
    #expect(rows.sorted(by: \.text).map(\.text) == ["b", "c"])
  }

  @Test func `a filter and a comparison that contradict themselves lose no element`() {
    for id in 0..<2000 { rows.append(Parcel(id: id, text: "", weight: id % 3 == 0 ? .nan : Double(id % 7))) }
    let query = rows.filtered(by: Moody()).sorted(by: \.weight)
    for id in 0..<2000 where id % 2 == 0 {
      _ = query.count
      rows[id: id]?.weight = id % 5 == 0 ? .nan : Double(id % 11)
      if id % 4 == 0 { rows.remove(id: id) }
    }
    let there = Set(rows.ids)
    #expect(query.allSatisfy { there.contains($0.id) })
    #expect(Set(query.map(\.id)).count == query.count)
    #expect(Set(rows.sorted(by: \.weight).map(\.id)) == there)
  }
}

private func sorted<First: Comparable, Second: Comparable>(
  _ parcels: [Parcel], by first: (Parcel) -> First, _ second: (Parcel) -> Second, isReversed: Bool = false
) -> [Parcel] {
  parcels.enumerated().sorted { one, other in
    let (left, right) = ((first(one.element), second(one.element)), (first(other.element), second(other.element)))
    return left == right ? one.offset < other.offset : isReversed ? left > right : left < right
  }.map(\.element)
}

private struct Containing: RowFilter {
  let text: String

  init(_ text: String) { self.text = text }

  func matches(_ parcel: Parcel) -> Bool { parcel.text.contains(text) }
}

/// Counts its evaluations.
private struct Counted: RowFilter {
  private static let evaluations = Atomic(0)

  static func drain() -> Int { evaluations.exchange(0, ordering: .relaxed) }

  func matches(_ parcel: Parcel) -> Bool {
    Self.evaluations.add(1, ordering: .relaxed)
    return true
  }
}

private struct Moody: RowFilter {
  func matches(_ parcel: Parcel) -> Bool { Bool.random() }
}

/// A reading that reads again whenever it is told of a change, at once.
///
/// Guard: used by one test, on its thread.
private final class Told: @unchecked Sendable {
  private let reading: () -> Void
  private var times = 0

  init(_ reading: @escaping () -> Void) {
    self.reading = reading
    read()
  }

  private func read() {
    Tracking.track(
      reading,
      onChange: {
        self.times += 1
        self.read()
      })
  }

  func count(of change: () -> Void) -> Int {
    times = 0
    change()
    return times
  }
}
