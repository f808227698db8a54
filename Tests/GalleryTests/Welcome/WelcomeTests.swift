import Foundation
import Oriel
import OrielTesting
import Testing

@testable import Gallery

@Suite("The first page")
struct WelcomeTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/Gallery/").standardized

  @Test func `the code that is shown is the code that runs`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path())
      .filter { ["swift", "js", "css", "svg"].contains(URL(filePath: $0).pathExtension) }
    #expect(names.contains("Welcome/LiveWindow.swift"))
    for name in names {
      let text = try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
      #expect(SourceFile.named(name)?.text == text, "\(name) is embedded as it is")
    }
    #expect(SourceFile.named("Welcome/Nothing.swift") == nil)
  }

  @Test func `the default window is the first page, and shows the code of the live window`() throws {
    let window = try TestWindow(app: GalleryApp())
    #expect((window.url, window.screenTitle) == ("/", "Oriel"))
    #expect(window.element("code")?["properties"]?["name"] == "Welcome/LiveWindow.swift")
    #expect(window.server.warnings == [])
  }

  @Test func `what is counted and typed in one window is in the other, and on the first page`() throws {
    let page = try TestWindow(app: GalleryApp())
    let left = try page.server.open(scene: "live")
    let right = try page.server.open(scene: "live")
    try left.tap("add")
    try right.tap("add")
    try right.type("hello", into: "note")
    for window in [left, right] {
      #expect(window.element("count")?["text"] == "2")
      #expect(window.element("note")?["text"] == "hello")
    }
    #expect(page.element("twins")?["properties"] == ["count": 2, "note": "hello", "window": "/live"])
    try left.restart()
    #expect(left.element("count")?["text"] == "2")
  }

  @Test func `the live window opens as a real one`() throws {
    let page = try TestWindow(app: GalleryApp())
    try page.event("custom:open", of: "twins")
    let window = try page.openWindow()
    try window.tap("add")
    #expect(page.element("twins")?["properties"]?["count"] == 1)
  }

  @Test func `a new visit is greeted with the windows that wait, and a user who stays is not`() throws {
    let page = try TestWindow(app: GalleryApp())
    let server = page.server
    let (live, desk) = (try server.open(scene: "live"), try server.open(scene: "dispatch"))
    try live.tap("add")
    try desk.table("Incidents").select("4105")
    let list = try server.open(scene: "windows")
    try list.tap(desk.title)
    for window in [live, desk, list] { try window.disconnect() }
    try server.advance(by: .seconds(3))
    #expect(page.element("back") == nil)
    let visit = try server.open(scene: "welcome")
    #expect(visit.reads("Welcome back: 1 window waits for you", "You find it all as you left it."))
    try visit.tap(desk.title)
    #expect(try visit.openWindow().id == desk.id)
    #expect(visit.reads("Welcome back: nothing waits for you", desk.title))
    try server.restart()
    for window in [page, visit] { try window.reconnect() }
    #expect(page.element("back") == nil)
    #expect(visit.reads("Welcome back: 1 window waits for you"))
    #expect(server.warnings == [])
  }

  @Test func `windows of one name are told apart`() throws {
    let server = try TestServer(app: GalleryApp())
    let counters = try (0..<2).map { _ in try server.open(scene: "counter") }
    for counter in counters {
      try counter.tap("increment")
      try counter.disconnect()
    }
    try server.advance(by: .seconds(3))
    let visit = try server.open(scene: "welcome")
    try visit.tap("Counter (2)")
    #expect(try visit.openWindow().id == counters[1].id)
    #expect(visit.reads("Counter (1)", "Counter (2)"))
  }

  @Test func `an operator is led to this window in the console`() throws {
    let page = try TestWindow(app: GalleryApp())
    try page.tap("Watch this window")
    #expect(page.triggers.map(\.payload["url"]) == [.string("/admin/windows/\(page.id.rawValue)")])
  }

  @Test func `every door leads to a scene of the app, and has a picture`() throws {
    for door in AppDoor.open {
      #expect(SourceFile.named("Page/\(door.id).svg") != nil)
      #expect(try TestWindow(app: GalleryApp(), url: door.address).document["scene"]?.stringValue == door.id)
    }
  }
}
