import Oriel
import Testing

@testable import OrielHub

/// The hubs that tenants are given.
struct PlacementTests {
  @Test func `S1: tenants without pages are spread over the hubs, always alike`() {
    let group = HubGroup(4)
    #expect(["a", "b", "c", "acme", "north"].map { group.hub(of: $0) } == [0, 1, 2, 0, 1] as [Int?])
    #expect(["a", "b", "c", "acme", "north"].map { group.hub(of: $0) } == [0, 1, 2, 0, 1] as [Int?])
    let counts = (0..<1000).reduce(into: [0, 0, 0, 0]) { counts, number in
      counts[group.hub(of: Tenant(stored: "t\(number)")) ?? 0] += 1
    }
    #expect(counts == [250, 250, 250, 250])
    #expect([group.hub(of: .everywhere), group.hub(of: .operators)] == [nil, 0])
  }

  @Test func `S1: of the two hubs that its name leads to, a tenant gets the one with fewer pages, and stays there`() {
    let group = HubGroup(2)
    #expect(["a", "b"].map { group.hub(of: $0) } == [0, 1] as [Int?])
    for _ in 0..<3 { group.pageAttached(of: "a") }
    #expect((0..<5).map { group.hub(of: Tenant(stored: "new-\($0)")) } == [1, 1, 1, 1, 1])
    for _ in 0..<2 { group.pageLeft(of: "a") }
    group.pageAttached(of: "b")
    group.pageAttached(of: "b")
    #expect((5..<10).map { group.hub(of: Tenant(stored: "new-\($0)")) } == [0, 0, 0, 0, 0])
    #expect(["a", "b"].map { group.hub(of: $0) } == [0, 1] as [Int?])
  }

  @Test func `S1: of the 100 001st tenant on, the name alone decides`() {
    var placement = Placement(hubs: 2)
    for number in 0..<Placement.remembered { _ = placement.hub(of: Tenant(stored: "t\(number)")) }
    let late = (0..<10).map { Tenant(stored: "late-\($0)") }
    let hubs = late.map { placement.hub(of: $0) }
    for tenant in late { for _ in 0..<100 { placement.count(1, of: tenant) } }
    #expect(late.map { placement.hub(of: $0) } == hubs)
    #expect(Set(hubs) == [0, 1])
  }

  @Test func `asking where a tenant would be keeps nothing of its name`() {
    let group = HubGroup(2)
    let names = (0..<10).map { Tenant(stored: "new-\($0)") }
    let likely = names.map { group.likelyHub(of: $0) }
    #expect(Set(likely) == [0, 1])
    for _ in 0..<3 { group.pageAttached(of: "a") }
    // Each would now be where there are fewer pages: none had been given a place.
    #expect(names.map { group.likelyHub(of: $0) } == Array(repeating: 1, count: 10))
    #expect(names.map { group.hub(of: $0) } == Array(repeating: 1, count: 10))
    for _ in 0..<4 { group.pageAttached(of: "b") }
    #expect(names.map { group.likelyHub(of: $0) } == Array(repeating: 1, count: 10))
  }

  @Test func `a tenant that no hub has in memory can be given to another, one with pages can't`() {
    var placement = Placement(hubs: 2)
    let first = placement.hub(of: "a")
    let isGiven = placement.move("a", to: 1)
    let second = placement.hub(of: "a")
    placement.count(1, of: "a")
    let isGivenWithPages = placement.move("a", to: 0)
    #expect([isGiven, isGivenWithPages] == [true, false])
    #expect([first, second, placement.hub(of: "a")] == [0, 1, 1])
  }
}
