import Testing

@testable import OrielHub

struct RateLimitTests {
  private func taken(_ limit: inout RateLimit<String>, _ times: Int, _ key: String = "a", now: Int64) -> Int {
    (0..<times).count { _ in limit.consume(key, of: 60, now: now) }
  }

  @Test func `a number may come at once, and as many in the course of an hour`() {
    var limit = RateLimit<String>(perMinutes: 60)
    #expect(taken(&limit, 100, now: 0) == 60)
    #expect(taken(&limit, 100, now: 59_999) == 0)
    #expect(taken(&limit, 100, now: 60_000) == 1)
    #expect(taken(&limit, 100, now: 660_000) == 10)
    #expect(taken(&limit, 100, "b", now: 660_000) == 60)
    #expect(taken(&limit, 100, now: 100_000_000) == 60)
  }

  @Test func `keys without end share a bucket until others are full again`() {
    var limit = RateLimit<String>(perMinutes: 60)
    func taken(_ keys: Range<Int>, now: Int64) -> Int { keys.count { limit.consume("\($0)", of: 60, now: now) } }
    #expect(taken(0..<RateLimit<String>.keys, now: 0) == RateLimit<String>.keys)
    #expect(taken(20_000..<21_000, now: 0) == 60)
    #expect(taken(0..<1, now: 0) == 1)
    #expect(taken(30_000..<31_000, now: 120_000) == 1000)
  }

  @Test func `buckets that are full again are looked for once a second`() {
    var limit = RateLimit<String>(perMinutes: 60)
    func taken(_ keys: Range<Int>, now: Int64) -> Int { keys.count { limit.consume("\($0)", of: 60, now: now) } }
    #expect(taken(0..<RateLimit<String>.keys, now: 0) == RateLimit<String>.keys)
    #expect(taken(20_000..<21_000, now: 59_900) == 60)
    #expect(taken(30_000..<31_000, now: 60_000) == 0)
    #expect(taken(40_000..<41_000, now: 60_900) == 1000)
  }
}
