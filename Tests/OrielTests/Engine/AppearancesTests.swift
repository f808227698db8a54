import Testing

@testable import Oriel

struct AppearancesTests {
  private var appearances = Appearances()

  @Test mutating func `the visible models are found again only after a change`() {
    #expect([appearances.resetStale(), appearances.resetStale()] == [true, false])
    appearances.invalidate()
    #expect(appearances.resetStale() == true)
  }

  @Test mutating func `a visible model appears once, and disappears when it is no longer visible`() {
    #expect(appearances.shows("a") == false)
    #expect(appearances.update(to: ["a", "b"]) == [])
    #expect([appearances.shows("b"), appearances.shows("a"), appearances.shows("a")] == [true, true, false])
    #expect(appearances.update(to: ["c"]) == ["a", "b"])
    #expect(appearances.update(to: ["a", "c"]) == [])
    #expect(appearances.shows("a") == true)
  }

  @Test mutating func `a completion waits for a visible model that has not appeared`() {
    let completion = AnimationCompletion {}
    _ = appearances.update(to: ["new", "old"])
    _ = appearances.shows("old")
    for id in ["new", "old", "hidden"] { appearances.await(completion, of: id) }
    #expect(["new", "old", "hidden"].map { appearances.removeAwaited(by: $0).count } == [1, 0, 0])
    #expect(appearances.removeAwaited(by: "new").isEmpty)
  }
}
