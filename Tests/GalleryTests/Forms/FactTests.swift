import Gallery
import OrielTesting
import Testing

@Suite("Facts about numbers")
struct FactTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(exhibit: "facts")
  }

  @Test(.timeLimit(.minutes(1)))
  func `a fact takes its time, and its alert may lead to another (DC4)`() async throws {
    try window.change("number", to: 13)
    try window.tap("get")
    #expect(window.element("get")?["disabled"] == true)
    #expect(window.element("loading") != nil)
    try await window.settled()
    #expect(window.layers == ["alert"])
    #expect(window.reads("13 is a prime number."))
    try window.choose("Get another fact")
    #expect(window.layers == [])
    try await window.server.settled { window.layers == ["alert"] }
    #expect(window.reads("14 is 2 times 7."))
    try window.choose("OK")
    #expect(window.element("number")?["value"] == 14)
    #expect(window.element("loading") == nil)
  }

  @Test(.clause("DC4", 1, 2, 3, 4, 5), .timeLimit(.minutes(1)))
  func `a fact comes after a while, another after that, and one when it is asked for (DC4)`() async throws {
    try window.change("number", to: 8)
    try window.tap("get")
    #expect(window.reads("Looking it up"))
    #expect(window.element("get")?["disabled"] == true)
    try await window.settled()
    #expect(window.layers == ["alert"] && window.reads("Fact", "8 is 2 times 4."))
    try window.choose("Get another fact")
    #expect(window.reads("Looking it up"))
    try await window.server.settled { window.layers == ["alert"] }
    #expect(window.reads("Fact", "9 is 3 times 3."))
    try window.choose("OK")
    #expect(window.layers == [])
    try window.tap("ask")
    #expect(window.layers == ["dialog"] && window.reads("What about 9?"))
    try window.choose("A fact about it")
    try await window.server.settled { window.layers == ["alert"] }
    #expect(window.reads("Fact", "9 is 3 times 3."))
  }

  @Test(.timeLimit(.minutes(1)))
  func `a dialog asks first, also after a restart (DC4)`() async throws {
    try window.tap("ask")
    #expect(window.layers == ["dialog"])
    try window.restart()
    try window.choose("A fact about the next")
    try await window.server.settled { window.layers == ["alert"] }
    #expect(window.reads("8 is 2 times 4."))
  }
}
