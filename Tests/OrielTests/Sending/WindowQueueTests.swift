import Oriel
import OrielTesting
import Testing

/// Each window has a queue of its own, also where one user has several.
struct WindowQueueTests {
  private let server: TestServer
  private let first: TestWindow
  private let second: TestWindow

  init() throws {
    server = try TestServer(app: LibraryApp())
    first = try server.open()
    second = try server.open()
  }

  @Test func `one window's values are not received in another`() throws {
    try first.send(SentPage(2))
    #expect([first.text, second.text] == [["page 2"], ["book"]])
  }

  @Test func `a pause in one window is none in another`() throws {
    try first.send(SentPage(2, .pause), SentPage(3))
    try second.send(SentPage(4, .pause), SentPage(5))
    try second.resume()
    #expect([first.text, second.text] == [["page 2"], ["page 5"]])
    try first.resume()
    #expect(first.text == ["page 3"])
    #expect(server.warnings == [])
  }

  @Test func `windows wait for their own pages`() throws {
    try first.send(SentPage(2, .auto), SentPage(3))
    try second.send(SentPage(4, .auto), SentPage(5))
    try second.appeared()
    #expect([first.text, second.text] == [["page 2"], ["page 5"]])
    try server.advance(by: .milliseconds(600))
    #expect(first.text == ["page 3"])
  }

  @Test func `a checkpoint of one window is none of another`() throws {
    try first.send(SentPage(2))
    try second.send(SentPage(3), SentPage(4, .returning))
    #expect([first.text, second.text] == [["page 2"], ["book"]])
  }

  @Test func `a window that went to sleep wakes with its queue`() throws {
    try first.send(SentPage(2, .pause), SentPage(3))
    try first.disconnect()
    try server.advance(by: .seconds(3600))
    try first.reconnect()
    try first.resume()
    #expect(first.text == ["page 3"])
  }

  @Test func `a copied window has a queue of its own`() throws {
    try first.send(SentPage(2, .pause), SentPage(3))
    let copy = try server.open(first.id)
    #expect(copy.id != first.id)
    try copy.resume()
    #expect([first.text, copy.text] == [["page 2"], ["page 3"]])
    try first.resume()
    #expect(first.text == ["page 3"])
  }
}

struct LibraryApp: WindowApp {
  var body: some Scene { WindowGroup("Library", id: "main") { .stacked(BookModel()) } }
}
