import Gallery
import Testing

@testable import OrielTesting

@Suite("Guest Wi-Fi")
struct WiFiTests {
  let window: TestWindow

  init() throws {
    window = try TestWindow(exhibit: "wifi")
  }

  @Test(.clause("DC13", 1, 2)) func `the list keeps changing until it is switched off (DC13)`() throws {
    let before = window.text
    try window.server.advance(by: .seconds(1))
    #expect(window.reads("Networks", "Café (secured)"))
    #expect(window.text != before)
    try window.toggle("on")
    let off = window.text
    try window.server.advance(by: .seconds(3))
    #expect(window.text == off)
    #expect(!window.reads("Open door"))
    #expect(!window.reads("Networks"))
    try window.toggle("on")
    var isThere: Bool { window.text.contains { $0.contains("Harbour") } }
    for _ in 1...60 where !isThere { try window.server.advance(by: .seconds(1)) }
    #expect(isThere)
  }

  @Test func `an open network is joined at once (DC13)`() throws {
    try window.tap("Open door")
    #expect(window.layers == [])
    #expect(window.element("joined")?.writtenText == ["Open door"])
  }

  @Test func `a wrong password is said, and the right one joins (DC13)`() throws {
    try join()
    #expect(window.element("joined")?.writtenText == ["Gallery"])
    #expect(window.layers == [])
  }

  @Test(.clause("DC13", 3, 4, 5, 6, 7))
  func `a network is forgotten after a question, and its screen goes (DC13)`() throws {
    try join()
    #expect(window.layers == [])
    #expect(window.element("joined")?.writtenText == ["Gallery"])
    try window.tap("details")
    #expect(window.screenTitle == "Gallery")
    try window.tap("forget")
    #expect(window.reads("Forget “Gallery”?"))
    try window.choose("Cancel")
    #expect(window.screenTitle == "Gallery")
    try window.tap("forget")
    try window.restart()
    try window.choose("Forget")
    #expect(window.screenTitle == "Guest Wi-Fi")
    #expect(window.element("joined") == nil)
  }

  private func join() throws {
    try window.tap("Gallery (secured)")
    #expect(window.layers == ["sheet"])
    #expect(window.screenTitle == "Join “Gallery”")
    try window.type("sesame", into: "password")
    try window.submit("password")
    #expect(window.element("join")?["disabled"] == true)
    #expect(window.reads("Joining “Gallery”"))
    try window.server.advance(by: .seconds(1))
    #expect(window.reads("Wrong password"))
    try window.choose("OK")
    #expect(window.screenTitle == "Join “Gallery”")
    try window.type("blob", into: "password")
    try window.tap("join")
    try window.server.advance(by: .seconds(1))
  }
}
