import Observation
import OrielDocument
import Testing

@testable import Oriel

/// What `Rows` has, who is told of a change, and what is to be saved of it.
struct RowsTests {
  private let rows = Rows<Parcel>()

  private func fill(_ count: Int) {
    for id in 0..<count { rows.append(Parcel(id: id, text: "\(id)")) }
    _ = rows.drainChanges()
  }

  /// How often each of the readings is told of a change; a reading that was told reads again.
  private func told(_ readings: [() -> Void], _ change: () -> Void) -> [Int] {
    let counts = readings.map { reading -> Count in
      let count = Count()
      watch(reading, count)
      return count
    }
    change()
    return counts.map(\.value)
  }

  private func watch(_ reading: @escaping () -> Void, _ count: Count) {
    nonisolated(unsafe) let reading = reading
    nonisolated(unsafe) let again = { self.watch(reading, count) }
    Tracking.track(
      reading,
      onChange: {
        count.value += 1
        again()
      })
  }

  // MARK: A collection

  @Test func `elements are in the order in which they came, one for each id`() {
    for id in [3, 1, 2] { rows.append(Parcel(id: id, text: "new")) }
    rows.append(Parcel(id: 1, text: "replaced"))
    #expect(rows.ids == [3, 1, 2])
    #expect(rows.map(\.text) == ["new", "replaced", "new"])
    #expect(rows[1] == Parcel(id: 1, text: "replaced"))
    #expect(rows[id: 2] == Parcel(id: 2, text: "new"))
    #expect(rows[id: 4] == nil)
    rows[id: 1]?.text = "changed"
    rows[id: 4]?.text = "nobody"
    rows[id: 5] = Parcel(id: 5, text: "set")
    #expect(rows.map(\.text) == ["new", "changed", "new", "set"])
    #expect((rows.count, rows.isEmpty, rows.first?.id, rows.last?.id) == (4, false, 3, 5))
  }

  @Test func `a removed element that comes again is the last`() {
    fill(4)
    #expect(rows.remove(id: 1) == Parcel(id: 1, text: "1"))
    #expect(rows.remove(id: 1) == nil)
    rows[id: 2] = nil
    rows.append(Parcel(id: 1, text: "again"))
    #expect(rows.ids == [0, 3, 1])
    #expect(rows[id: 1]?.text == "again")
    #expect(rows[id: 3]?.text == "3")
  }

  @Test func `after any changes it is what a plain array would be`() {
    var (plain, random) = ([Parcel](), SystemRandomNumberGenerator())
    for step in 0..<3000 {
      let parcel = Parcel(id: Int.random(in: 0..<200, using: &random), text: "\(step)")
      let index = plain.firstIndex { $0.id == parcel.id }
      switch (Int.random(in: 0..<5, using: &random), index) {
      case (0..<2, let index?):
        plain.remove(at: index)
        rows.remove(id: parcel.id)
      case (_, let index?):
        plain[index] = parcel
        rows[id: parcel.id] = parcel
      case (_, nil):
        plain.append(parcel)
        rows.append(parcel)
      }
      if step % 7 == 0 { #expect(Array(rows) == plain) }
      #expect(rows[id: parcel.id] == plain.first { $0.id == parcel.id })
    }
    #expect(Array(rows) == plain)
    #expect(rows.size.bytes == plain.reduce(0) { $0 + "{\"id\":\($1.id),\"text\":\"\($1.text)\"}".utf8.count })
  }

  // MARK: Observation

  @Test func `a reading is notified of a change of what it has read, and no other`() {
    fill(10)
    let readings: [() -> Void] = [
      { _ = rows[id: 3] }, { _ = rows[id: 4] }, { _ = rows[id: 99] }, { _ = rows.count }, { _ = rows.ids },
      { for _ in rows {} }, { _ = rows[0] },
    ]
    #expect(told(readings) { rows[id: 3]?.text = "new" } == [1, 0, 0, 0, 0, 1, 1])
    #expect(told(readings) { rows.append(Parcel(id: 99, text: "")) } == [0, 0, 1, 1, 1, 1, 1])
    #expect(told(readings) { rows.append(Parcel(id: 99, text: "2")) } == [0, 0, 1, 0, 0, 1, 1])
    #expect(told(readings) { rows.remove(id: 4) } == [0, 1, 0, 1, 1, 1, 1])
    #expect(told(readings) { rows.remove(id: 4) } == [0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `100,000 changes leave nothing behind`() {
    fill(100)
    Tracking.track({ for id in 0..<100 { _ = rows[id: id] } }, onChange: {})
    #expect(rows.cellCount == 100)
    for change in 0..<100_000 { rows[id: change % 100]?.text = "" }
    #expect(rows.cellCount == 0)
    for _ in 0..<1000 { _ = rows[id: 7] }
    #expect(rows.cellCount == 0)
  }

  @Test func `asking for very many ids that there are not takes no memory without end`() {
    let limit = RowCells<Int>.absentLimit
    let all = { for id in 0..<(3 * limit) { _ = rows[id: id] } }
    Tracking.track(all, onChange: {})
    #expect(rows.cellCount == limit)
    // The last one is told all the same.
    #expect(told([{ _ = rows[id: 3 * limit] }]) { rows.append(Parcel(id: 3 * limit, text: "")) } == [1])
  }

  @Test func `a tracking by the app itself is notified of every change`() {
    fill(2)
    let count = Count()
    withObservationTracking {
      _ = rows[id: 0]
    } onChange: {
      count.value += 1
    }
    rows[id: 1]?.text = "new"
    #expect(count.value == 1)
    #expect(rows.cellCount == 0)
  }

  // MARK: Saving

  @Test func `what has changed is to be saved once, as it is then`() throws {
    fill(3)
    rows[id: 1]?.text = "a"
    rows[id: 1]?.text = "b"
    rows.remove(id: 0)
    rows.append(Parcel(id: 7, text: "gone"))
    rows.remove(id: 7)
    rows.append(Parcel(id: 0, text: "again"))
    let changes = rows.drainChanges()
    #expect(
      Set(changes.prefix(2)) == [
        SavedRow(id: json("0"), position: 0, value: nil), SavedRow(id: json("7"), position: 0, value: nil),
      ])
    #expect(
      Set(changes.dropFirst(2)) == [
        SavedRow(id: json("1"), position: 2, value: json(#"{"id":1,"text":"b"}"#)),
        SavedRow(id: json("0"), position: 5, value: json(#"{"id":0,"text":"again"}"#)),
      ])
    #expect(rows.drainChanges() == [])
  }

  @Test func `of two ids that only look the same, the former's row goes`() {
    let named = Rows<Named>()
    named.append(Named(id: "\u{E9}"))
    _ = named.drainChanges()
    named.append(Named(id: "e\u{301}"))
    #expect(named.count == 1)
    #expect(named.drainChanges().map(\.id) == [json("\"\u{E9}\""), json("\"e\u{301}\"")])
  }

  @Test func `an element of another id, one too large and one that can't be encoded change nothing`() {
    let owner = MisuseOwner()
    let node = _ModelNode()
    node.owner = owner
    func refused(_ change: (Rows<Parcel>) -> Void) -> [String] {
      let rows = Rows<Parcel>()
      rows.append(Parcel(id: 42, text: "here"))
      rows.attach(to: node, as: "parcels")
      (owner.misuses, owner.changes) = ([], 0)
      for _ in 0..<2 { change(rows) }
      #expect(Array(rows) == [Parcel(id: 42, text: "here")])
      #expect(owner.changes == 0)
      return owner.misuses
    }
    #expect(
      refused { $0[id: 42] = Parcel(id: 43, text: "") } == [
        "parcels[id: 42] was given the element 43; nothing was changed"
      ])
    #expect(
      refused { $0[id: 42]?.text = String(repeating: "x", count: 256 << 10) } == [
        "parcels[id: 42] was given 262163 bytes; nothing was changed"
      ])
    #expect(refused { $0[id: 42]?.weight = .infinity }.count == 1)
  }

  private func json(_ text: String) -> [UInt8] { Array(text.utf8) }
}

struct Parcel: Codable, Sendable, Identifiable, Equatable {
  let id: Int
  var text: String
  var weight: Double?
}

private struct Named: Codable, Sendable, Identifiable {
  let id: String
}

/// Guard: used by one test, on its thread.
private final class Count: @unchecked Sendable {
  var value = 0
}

private final class MisuseOwner: ModelOwner {
  var misuses: [String] = []
  var changes = 0

  func propertyChanged(of node: _ModelNode, _ property: StaticString?) {}
  func rowsChanged(of node: _ModelNode) { changes += 1 }
  func rowsMisused(_ message: String) { misuses.append(message) }
}
