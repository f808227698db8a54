import Testing

@testable import Oriel

struct FollowersTests {
  private var followers = Followers()
  private let owner = model("owner")

  private func driver(_ key: String) -> ItemDriver {
    ItemDriver(of: owner, [key], key: key, id: { nil }, make: { nil }, clear: {})
  }

  @Test mutating func `a driver is queued once until it is checked`() {
    let (a, b) = (driver("a"), driver("b"))
    #expect([followers.enqueue(a), followers.enqueue(a), followers.enqueue(b)] == [true, false, true])
    #expect(!followers.isIdle)
    #expect(followers.drainItems().map(\.key) == ["a", "b"])
    #expect(followers.isIdle)
    #expect(followers.enqueue(a) == true)
  }

  @Test mutating func `what can't be shown is tried again when something has changed`() {
    #expect(followers.retry() == false)
    followers.waits(driver("a"))
    #expect(followers.isIdle)
    #expect([followers.retry(), followers.retry()] == [true, false])
    #expect(followers.drainItems().map(\.key) == ["a"])
  }

  @Test mutating func `the drivers that show something are known until they hide it`() {
    let (a, b, c) = (driver("a"), driver("b"), driver("c"))
    for driver in [a, b, c] { followers.shows(driver) }
    followers.hides(b)
    #expect(followers.showing.map(\.key) == ["a", "c"])
    followers.keepShowing { $0 === c }
    #expect(followers.showing.map(\.key) == ["c"])
  }

  @Test mutating func `changed watches run once`() {
    followers.changed(PropertyWatch(read: {}, fire: {}), of: owner._node)
    #expect(!followers.isIdle)
    #expect(followers.drainWatches().map { $0.node === owner._node } == [true])
    #expect(followers.isIdle)
  }

  @Test mutating func `observations run when they are invalidated, and end with their models`() {
    let (other, stays) = (model("other"), model("stays"))
    let tokens = [owner, other, stays].map { ObservationToken(of: $0) {} }
    for token in tokens { followers.add(token) }
    followers.invalidated(tokens[2])
    #expect(followers.drainInvalidated().map(ObjectIdentifier.init) == [ObjectIdentifier(tokens[2])])
    #expect(names(followers.removeObservations(of: ["owner"]).compactMap(\.model)) == ["owner"])
    followers.remove(tokens[1])
    #expect(names(followers.end().compactMap(\.model)) == ["stays"])
    #expect(followers.end().isEmpty)
  }
}
