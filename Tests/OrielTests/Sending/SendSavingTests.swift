import Oriel
import OrielTesting
import Testing

/// What of a queue outlives a restart.
struct SendSavingTests {
  private func restart(_ window: TestWindow) throws {
    try window.server.restart()
    try window.reconnect()
  }

  @Test func `a paused queue survives a restart`() throws {
    let window = try TestWindow(.stacked([BookModel()]))
    try window.send(SentPage(2, .pause), SentPage(3), NavigationAction.send(SentPage(4)), SentPage(5))
    try restart(window)
    #expect(window.text == ["page 2"])
    try window.resume()
    #expect(window.text == ["page 5"])
  }

  @Test func `what was underway goes on after a restart`() throws {
    let window = try TestWindow(.stacked([BookModel()]))
    try window.send(SentPage(2, .auto), SentPage(3))
    #expect(window.text == ["page 2"])
    try restart(window)
    #expect(window.text == ["page 3"])
  }

  @Test func `what was resumed is gone after a restart`() throws {
    let window = try TestWindow(.stacked([BookModel()]))
    try window.send(SentPage(2, .pause), SentPage(3))
    try window.resume()
    try restart(window)
    let rev = window.rev
    try window.resume()
    #expect(window.rev == rev)
    #expect(window.text == ["page 3"])
  }

  @Test func `a closure in the queue can't survive, and the log says so`() throws {
    let window = try TestWindow(.stacked([BookModel()]))
    let check = NavigationAction.perform("checking") { _ in .immediately }
    try window.send(SentPage(2, .pause), SentPage(3), check, SentPage(4))
    #expect(
      window.server.warnings == ["A NavigationAction in the queue can't be saved; a restart would lose 2 values"])
    try restart(window)
    try window.resume()
    #expect(window.text == ["page 3"])
  }
}
