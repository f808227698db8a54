import OrielDocument
import Testing

@testable import OrielCommand

struct TailTests {
  private func event(_ time: Int, _ name: String = "tap", outcome: String = "applied") -> JSONValue {
    [
      "time": .integer(time), "name": .string(name), "type": "CounterModel", "element": "increment",
      "outcome": .string(outcome), "microseconds": 120,
    ]
  }

  @Test func `each event is printed once, in the order of time, whichever window it is of`() {
    var known = KnownEvents()
    let first = known.news(of: ["w-1": [event(1), event(5)], "w-2": [event(3)]])
    #expect(first.map(\.time) == [1, 3, 5])
    #expect(known.news(of: ["w-1": [event(1), event(5)], "w-2": [event(3)]]).isEmpty)
    let later = known.news(of: ["w-1": [event(5), event(6)], "w-2": [event(3), event(3)], "w-3": [event(7)]])
    #expect(later.map(\.time) == [3, 6, 7])
    #expect(later.map(\.window) == ["w-2", "w-1", "w-3"])
  }

  @Test func `events that are all new are all printed`() {
    var known = KnownEvents()
    _ = known.news(of: ["w-1": [event(1), event(2)]])
    #expect(known.news(of: ["w-1": [event(3), event(4)]]).map(\.time) == [3, 4])
  }

  @Test func `a line says when, where, what, with what outcome, and steers no terminal`() {
    let applied = TailedEvent(window: "w-7F3KxQa2bcd", event: event(43_471_000))
    #expect(
      applied.line(isStyled: true) == "12:04:31 w-7F3KxQa2 tap “increment” of CounterModel: applied in 120 µs")
    let refused = TailedEvent(window: "w-1", event: event(0, "ta\u{1B}[2Jp", outcome: "stale"))
    #expect(
      refused.line(isStyled: true)
        == "00:00:00 w-1 ta\u{FFFD}[2Jp “increment” of CounterModel\u{1B}[31m: stale in 120 µs\u{1B}[0m")
    let notice = TailedEvent(window: "w-1", event: ["time": 0, "name": "failed", "message": "No\nstamp", "by": "eve"])
    #expect(notice.line(isStyled: false) == "00:00:00 w-1 failed: No stamp, by eve")
  }
}
