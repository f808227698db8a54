import OrielDocument
import Testing

struct ComposedTests {
  @Test(
    arguments: [
      ([[.replace("/a", 1)], [.replace("/a", 2)]], [.replace("/a", 2)]),
      ([[.replace("/a/b", 1)], [.replace("/a", [:])]], [.replace("/a", [:])]),
      ([[.replace("/m/1/text", "x")], [.remove("/m/1")]], [.remove("/m/1")]),
      ([[.replace("/a", 1), .replace("/b", 1)], [.replace("/a", 2)]], [.replace("/b", 1), .replace("/a", 2)]),
      (
        [[.replace("/a", [1]), .add("/a/0", 0), .move(from: "/a/0", to: "/a/1")], [.replace("/a", [])]],
        [.replace("/a", [])]
      ),
    ] as [([Patch], Patch)])
  func `operations that are overwritten are left out of a composed patch`(_ patches: [Patch], _ expected: Patch) {
    #expect(Patch.composed(patches) == expected)
  }

  @Test(
    arguments: [
      [[.replace("/0", 1)], [.add("/0", 5)], [.replace("/0", 2)]],
      [[.replace("/0", 1)], [.remove("/1")], [.replace("/0", 2)]],
      [[.replace("/0/a", 1)], [.move(from: "/0", to: "/1")], [.replace("/0", 2)]],
      [[.replace("/a", [1])], [.move(from: "/a/0", to: "/b")], [.replace("/a", 2)]],
      [[.replace("/a", [:])], [.move(from: "/b", to: "/a/b")], [.replace("/a", 2)]],
      [[.replace("/a", 1)], [.replace("/a/b", 2)]], [[.replace("/a", 1)], [.replace("/ab", 2)]],
    ] as [[Patch]])
  func `operations that a later one may need are kept`(_ patches: [Patch]) {
    #expect(Patch.composed(patches) == Patch(patches.flatMap(\.operations)))
  }

  @Test func `a hundred ticks are one`() {
    let ticks = (1...100).map { Patch([.replace("/models/m1/body/0/text", .string("\($0)"))]) }
    #expect(Patch.composed(ticks) == [.replace("/models/m1/body/0/text", "100")])
  }

  @Test func `one patch is itself, and none is empty`() {
    let patch: Patch = [.replace("/a", 1), .replace("/a", 2)]
    #expect(Patch.composed([patch]) == patch)
    #expect(Patch.composed([]) == [])
  }
}
