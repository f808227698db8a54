import Testing

@testable import OrielHub

struct LineLimitTests {
  private typealias Repeats = LineLimit.Repeats

  @Test func `repeated lines become one a minute, with their count and largest figure`() {
    var limit = LineLimit()
    #expect(limit.admit("body", value: 9, now: 0) == Repeats())
    for (now, value) in [(1, 30), (2, 40), (59_999, 20)] as [(Int64, Int64)] {
      #expect(limit.admit("body", value: value, now: now) == nil)
    }
    #expect(limit.admit("other", now: 3) == Repeats())
    #expect(limit.admit("body", value: 1, now: 60_000) == Repeats(count: 3, largest: 40))
    #expect(limit.admit("body", value: 2, now: 60_001) == nil)
    #expect(limit.admit("body", now: 200_000) == Repeats(count: 1, largest: 2))
  }

  @Test func `a flood of keys shares one line`() {
    var limit = LineLimit()
    let lines = (0..<5000).count { limit.admit("\($0)", now: 0) != nil }
    #expect(lines == LineLimit.keys + 1)
    #expect(limit.admit("new", now: 60_000) == Repeats())
  }
}
