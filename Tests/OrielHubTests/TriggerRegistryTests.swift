import Oriel
import OrielDocument
import Testing

@testable import OrielHub

struct TriggerRegistryTests {
  private let one = WindowID("w-1")
  private let two = WindowID("w-2")

  private func record(_ id: String, for window: WindowID) -> TriggerRecord {
    TriggerRecord(id: id, kind: "notify", payload: [:], deadline: 60_000, windows: [window])
  }

  @Test func `answered triggers make room for others, and those that a window waits for stay`() {
    var registry = TriggerRegistry(kept: 10)
    registry.add(record("waiting", for: one), pendingIn: [one], isStored: true)
    for number in 1...100 {
      let record = record("t-\(number)", for: two)
      registry.add(record, pendingIn: [two], isStored: true)
      _ = registry.performed(record.key, by: two, .performed, value: nil, now: 0)
    }
    #expect(registry.records.count == 10)
    #expect(registry.pending(of: one, now: 0).map(\.id) == ["waiting"])
    #expect(registry.performed("waiting", by: one, .performed, value: nil, now: 0)?.status == .performed)
  }

  @Test func `answered triggers are kept up to a size, and those that a window waits for stay`() {
    var registry = TriggerRegistry(keptBytes: 10_000)
    for number in 1...100 {
      let window = number == 1 ? one : two
      let record = TriggerRecord(
        id: "t-\(number)", kind: "notify", payload: .string(String(repeating: "x", count: 992)), deadline: 60_000,
        windows: [window])
      registry.add(record, pendingIn: [window], isStored: true)
      if window == two { _ = registry.performed(record.key, by: two, .performed, value: nil, now: 0) }
    }
    #expect(registry.records.count == 12)
    #expect(registry.pending(of: one, now: 0).map(\.id) == ["t-1"])
  }

  @Test func `room is made at once, however many triggers windows wait for`() {
    var registry = TriggerRegistry(kept: 1000)
    for number in 1...1000 {
      registry.add(record("waiting-\(number)", for: one), pendingIn: [one], isStored: true)
    }
    for number in 1...1000 {
      let record = record("t-\(number)", for: two)
      registry.add(record, pendingIn: [two], isStored: true)
      _ = registry.performed(record.key, by: two, .performed, value: nil, now: 0)
    }
    // The last one was still waited for when it came.
    #expect(registry.records.count == 1001)
    #expect(registry.pending(of: one, now: 0).count == 1000)
  }

  @Test func `those that have expired, been answered or lost their window make room for others`() {
    var registry = TriggerRegistry()
    func add(_ id: String, deadline: Int64) -> TriggerRecord {
      let record = TriggerRecord(id: id, kind: "notify", payload: [:], deadline: deadline, windows: [one, two])
      registry.add(record, pendingIn: [one, two], isStored: true)
      return record
    }
    let size = add("t-1", deadline: 1000).bytes
    let (second, _) = (add("t-2", deadline: 60_000), add("t-3", deadline: 60_000))
    func hasRoom(_ bytes: Int, now: Int64 = 1000) -> Bool { registry.hasRoom(for: bytes, of: 3 * size, now: now) }
    #expect(!hasRoom(1, now: 999))
    #expect(hasRoom(size))
    #expect(!hasRoom(size + 1))
    _ = registry.performed(second.key, by: one, .performed, value: nil, now: 10)
    #expect(!hasRoom(2 * size))
    _ = registry.performed(second.key, by: two, .declined, value: nil, now: 10)
    #expect(hasRoom(2 * size))
    let expired = registry.expire(in: one).map(\.status)
    #expect(expired == [.expired])
    registry.forgetWindow(two)
    #expect(hasRoom(3 * size))
  }
}
