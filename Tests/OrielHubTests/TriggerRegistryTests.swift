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
}
