import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// The hub's memory is the truth, a store is for waking up: it may be slow, and it may fail.
struct StoreTests {
  let store = HeldStore()
  let server: TestServer
  init() throws { server = try TestServer(app: HubApp(), store: store) }

  private func saved(_ window: TestWindow) -> [Int] {
    window.deliveries.compactMap { if case .saved(let event) = $0 { event } else { nil } }
  }

  @Test func `a patch does not wait for the store, and saved does`() throws {
    let window = try server.open()
    store.hold()
    #expect(try window.tap("Add") == .patch([.replace("/models/m1/body/0/text", "1")], rev: 2))
    try window.tap("Add")
    #expect(saved(window) == [])
    store.releaseOne()
    try server.run()
    #expect(saved(window) == [1])
    store.release()
    try server.run()
    #expect(saved(window) == [1, 2])
  }

  @Test func `a page that comes back hears that its events are saved, once they are`() throws {
    let window = try server.open()
    store.hold()
    try window.tap("Add")
    try window.disconnect()
    try window.reconnect()
    #expect(saved(window) == [])
    store.release()
    try server.run()
    #expect(saved(window) == [1])
    try window.disconnect()
    try window.reconnect()
    #expect(saved(window) == [1, 1])
  }

  @Test func `a page hears that its window is closed when that can't be lost`() throws {
    let page = RawPage(server, instance: "a")
    try page.attach()
    store.hold()
    try server.step(try #require(page.attachment)) { hub, attachment in hub.leave(attachment) }
    #expect(page.page.closing == nil)
    #expect(!page.isOpen)
    store.release()
    try server.run()
    #expect(page.page.closing == .left)
    #expect(store.windowCount == 0)
  }

  @Test func `a page whose server ended before it could say so hears what was saved`() throws {
    let window = try server.open()
    try window.tap("Add")
    let before = saved(window)
    try window.restart()
    #expect(saved(window) == before + [1])
  }

  @Test func `what was meant for a window that the store never got does not reach the one in its place`() throws {
    try RawPage(server, instance: "a").attach()
    store.hold()
    let page = RawPage(server, instance: "b")
    try page.attach()
    let lost = try #require(page.page.position)
    store.forgetWaiting()
    store.release()
    try server.restart()
    try page.attach { $0.window = lost.windowID }
    #expect(page.page.closing == .windowDismissed)
    let told = try page.attach { $0.epoch = lost.epoch }
    #expect(page.page.position.map { $0.window != lost.window && $0.applied == 0 } == true)
    #expect(told.contains { if case .trigger(let trigger) = $0 { trigger.kind == "notify" } else { false } })
    let event = WindowEvent(id: 1, model: "m1", element: "3", name: "tap")
    #expect(
      try page.send(event).first
        == .rejected(event: 1, .stale, message: "This is no longer on the screen", applied: 1))
  }

  @Test func `turns that come while the store writes are one group`() throws {
    let window = try server.open()
    store.hold()
    let before = store.commits.count
    for _ in 0..<5 { try window.tap("Add") }
    store.release()
    try server.run()
    #expect(Array(store.commits[before...]) == [1, 1])
    #expect(saved(window) == [1, 5])
  }

  @Test func `what a store refused is tried again, and not saved before`() throws {
    let window = try server.open()
    store.refuse(true)
    try window.tap("Add")
    try window.tap("Add")
    try server.advance(by: .seconds(10))
    #expect(saved(window) == [])
    store.refuse(false)
    try server.advance(by: .seconds(1))
    #expect(saved(window) == [1, 2])
    try window.restart()
    #expect(window.text.first == "2")
  }

  @Test func `an answer from another thread is heard at the next turn of the crank`() async throws {
    let window = try server.open()
    store.hold()
    try window.tap("Add")
    await Task.detached { [store] in store.release() }.value
    try await server.settled { saved(window) == [1] }
  }

  @Test func `a store that can't be read loses no window, and is a line a minute however often pages come`() throws {
    let window = try server.open()
    try window.tap("Add")
    try server.restart()
    store.refuse(true)
    for _ in 1...5 { #expect(throws: TestError.refused(.unavailable)) { try window.reconnect() } }
    #expect(server.warnings == ["A window can't be read from the store: Refusal()"])
    store.refuse(false)
    try window.reconnect()
    #expect(window.text.first == "1")
  }

  @Test func `objects that can't be read are not replaced by new ones`() throws {
    let window = try server.open()
    try window.tap("Visit")
    try server.restart()
    store.refuse(true)
    for _ in 1...5 { #expect(throws: TestError.refused(.unavailable)) { try server.open() } }
    #expect(server.warnings == ["A user's windows are refused: Refusal()"])
    store.refuse(false)
    try window.reconnect()
    #expect(window.text[1] == "en, 1 visits")
  }

  @Test func `a window dismissed while it wakes does not come back`() throws {
    let window = try server.open()
    try server.restart()
    store.hold()
    let page = RawPage(server, instance: "b")
    try page.attach { $0.window = window.id }
    #expect(page.isAnswered == false)
    let id = window.id
    #expect(try server.step { hub in hub.dismiss(id) })
    store.release()
    try server.run()
    #expect(page.page.closing == .closed(by: .operator))
    #expect(server.look { $0.windows.count } == 0)
    #expect(store.windowCount == 0)
  }

  @Test func `windows that wake together share one user, also when the first is dismissed at once`() throws {
    let (first, second) = (try server.open().id, try server.open().id)
    try server.restart()
    store.hold()
    let page = RawPage(server, instance: "b")
    _ = try server.ask { hub in await hub.dismissWherever(first) }
    try page.attach { $0.window = second }
    // Both windows are read before their user's objects.
    for _ in 0..<2 {
      store.releaseOne()
      try server.run()
    }
    store.release()
    try server.run()
    #expect(page.isOpen)
    try page.send(WindowEvent(id: 1, model: "m1", element: "5", name: "tap"))
    #expect(try server.open().text[1] == "en, 1 visits")
  }

  @Test func `a page that comes twice while its user is read gets one window`() throws {
    store.hold()
    let page = RawPage(server, instance: "a")
    try page.attach()
    try page.attach()
    store.release()
    try server.run()
    #expect(server.look { $0.windows.count } == 1)
    #expect(page.isOpen)
  }

  @Test func `two pages that wait for one window are the page and a fork`() throws {
    let window = try server.open()
    try server.restart()
    store.hold()
    let (a, b) = (RawPage(server, instance: "a"), RawPage(server, instance: "b"))
    try a.attach { $0.window = window.id }
    try b.attach { $0.window = window.id }
    store.release()
    try server.run()
    #expect(a.page.position?.windowID == window.id)
    #expect(b.page.position?.windowID != window.id)
    #expect(a.isOpen && b.isOpen)
  }

  @Test func `a page that waits for a window which another page closes at once is told`() throws {
    let window = try server.open()
    try server.restart()
    store.hold()
    var request = AttachRequest(user: User(id: "user"), instance: "a")
    request.window = window.id
    try server.step((request, TestPage())) { hub, coming in
      hub.attach(coming.0, client: coming.1) { answer in
        if let attachment = answer.attachment { hub.leave(attachment) }
      }
    }
    let waiting = RawPage(server, instance: "b")
    try waiting.attach { $0.window = window.id }
    store.release()
    try server.run()
    #expect(waiting.page.closing == .windowDismissed)
    #expect(server.look { $0.windows.count } == 0)
    #expect(server.look { $0.users.count } == 0)
  }

  @Test func `a store that is never idle is read all the same`() throws {
    let window = try server.open()
    store.hold()
    try window.tap("Add")
    let page = RawPage(server, instance: "new", user: "new")
    try page.attach()
    try window.tap("Add")
    store.releaseOne()
    try server.run()
    // The first commit is done; the next is underway, and so is the reading.
    #expect(store.waitingCount == 2)
    store.release()
    try server.run()
    #expect(page.isOpen)
  }

  @Test func `what a user's last window changed as it left is saved`() throws {
    let window = try server.open()
    try window.tap("Visit and leave")
    #expect(window.isAttached == false)
    #expect(try server.open().text[1] == "en, 1 visits")
    let other = try server.open(user: "other")
    try other.tap("Visit")
    try other.leave()
    #expect(try server.open(user: "other").text[1] == "en, 1 visits")
  }

  @Test func `a window does not sleep before it is saved`() throws {
    let window = try server.open()
    store.hold()
    try window.tap("Add")
    try window.disconnect()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 1)
    store.release()
    try server.run()
    try server.advance(by: .seconds(1800))
    #expect(server.look { $0.windows.count } == 0)
    try window.reconnect()
    #expect(window.text.first == "1")
  }

  @Test func `the queue of a stalled store is bounded, and loses nothing`() throws {
    let (window, other) = (try server.open(), try server.open())
    store.hold()
    for _ in 0..<100 { try window.tap("Add") }
    try other.tap("Visit")
    #expect(server.look { $0.writer.waiting.windows.count } == 2)
    #expect(server.look { $0.writer.waiting.events.count } == 2)
    store.release()
    try server.run()
    #expect(saved(window) == [1, 100])
    #expect(saved(other) == [1])
    try server.restart()
    try window.reconnect()
    #expect(Array(window.text[..<2]) == ["100", "en, 1 visits"])
  }

  @Test func `a model that has left is not kept for a store that is stalled`() throws {
    let window = try server.open()
    let root = try window.root
    store.hold()
    weak var passing: NoteModel?
    try window.run {
      let note = NoteModel(id: 7)
      passing = note
      root.present(.sheet(note))
    }
    #expect(passing != nil)
    try window.run { root.dismissPresented() }
    #expect(passing == nil)
    store.release()
    try server.run()
    try server.restart()
    try window.reconnect()
    #expect(window.text.first == "0")
  }

  @Test func `a store that refuses is tried once a second, whatever comes`() throws {
    let window = try server.open()
    store.refuse(true)
    let before = store.commits.count
    for _ in 0..<10 { try window.tap("Add") }
    #expect(store.commits.count == before + 1)
    #expect(server.look { $0.storeFailure is HeldStore.Refusal })
    try server.advance(by: .seconds(3))
    #expect(Array(store.commits[before...]) == [1, 1, 1, 1])
    store.refuse(false)
    try server.advance(by: .seconds(1))
    #expect(saved(window) == [1, 10])
    #expect(server.look { $0.storeFailure == nil })
    #expect(server.warnings.count == 1)
  }
}

/// A store that can be read but not written, as on a full disk.
extension StoreTests {
  @Test func `a store that takes nothing lets new pages and sleeping windows come`() throws {
    let (sleeping, window) = (try server.open(), try server.open())
    try sleeping.tap("Add")
    try sleeping.disconnect()
    try server.advance(by: .seconds(1800))
    store.refuseCommits(true)
    try window.tap("Add")
    try sleeping.reconnect()
    #expect(sleeping.text.first == "1")
    #expect(try server.open(user: "new").text.first == "0")
    #expect(try window.tap("Add") == .patch([.replace("/models/m1/body/0/text", "2")], rev: 3))
    #expect(saved(window) == [])
    store.refuseCommits(false)
    try server.advance(by: .seconds(1))
    #expect(saved(window) == [1, 2])
  }
}
