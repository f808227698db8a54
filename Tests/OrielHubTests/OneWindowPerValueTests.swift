import Oriel
import Testing

@testable import OrielHub
@testable import OrielTesting

/// A scene of which each user has one window for each value.
struct OneWindowPerValueTests {
  let store = TestStore(outlivesProcess: true)
  let server: TestServer
  init() throws { server = try TestServer(app: SupportApp(), store: store) }

  private func conversation(_ number: Int, of user: String = "ann") throws -> TestWindow {
    try server.open(user: user, scene: "conversation", value: number)
  }

  @Test func `an address that is opened twice shows one window, in the page that came last`() throws {
    let first = try conversation(5)
    try first.type("Dear", into: "Answer")
    let second = try server.open(user: "ann", url: "/conversation/5")
    #expect((second.id, second.text) == (first.id, first.text))
    #expect(first.received() == .closed(.replaced))
    #expect(try conversation(6).id != first.id)
    #expect(try conversation(5, of: "bob").id != first.id)
  }

  @Test func `its page takes it back when its user says so, and not by reconnecting`() throws {
    let first = try conversation(5)
    try first.disconnect()
    let second = try conversation(5)
    #expect(throws: TestError.refused(.replaced)) { try first.reconnect() }
    #expect(second.isAttached)
    first.request.attach.takeover = true
    try first.reconnect()
    #expect(second.received() == .closed(.replaced))
  }

  @Test func `a duplicated tab shows the same window`() throws {
    let first = try conversation(5)
    #expect(try first.duplicate().id == first.id)
    #expect(!first.isAttached)
  }

  @Test func `a window that waits, sleeps or was saved by an earlier process is found again`() throws {
    let first = try conversation(5)
    try first.type("Dear", into: "Answer")
    try first.disconnect()
    try server.advance(by: .seconds(3))
    #expect(try conversation(5).id == first.id)
    try server.advance(by: .seconds(1801))
    try server.restart()
    let again = try conversation(5)
    #expect((again.id, again.text) == (first.id, first.text))
  }

  @Test func `an address below it is opened in it`() throws {
    let first = try conversation(5)
    try first.type("Dear", into: "Answer")
    let second = try server.open(user: "ann", url: "/conversation/5/customer")
    #expect((second.id, second.url, second.text) == (first.id, "/conversation/5/customer", ["Customer"]))
    let third = try server.open(user: "ann", url: "/conversation/5")
    #expect(third.url == "/conversation/5/customer")
    let lost = try server.open(user: "ann", url: "/conversation/5/nothing")
    #expect((lost.id, lost.url) == (first.id, "/conversation/5/customer"))
  }

  @Test func `an embedding page that names its value and nothing in it gets it where it is`() throws {
    let first = try server.open(user: "ann", url: "/conversation/5/customer")
    let second = try server.attach(user: "ann", roles: []) {
      $0.scene = "conversation"
      $0.value = 5
      $0.url = "/"
    }
    #expect((second.id, second.url) == (first.id, "/conversation/5/customer"))
    #expect(second.deliveries.allSatisfy { if case .attached(let attached) = $0 { !attached.notFound } else { true } })
  }

  @Test func `code that opens it brings it to the front, whatever its policy`() throws {
    let (list, first) = (try server.open(user: "ann"), try conversation(5))
    try list.run { try list.root.openWindow("conversation", value: 5, policy: .new) }
    #expect(first.triggers.map(\.kind) == ["focusWindow"])
    #expect(list.triggers == [])
    try first.disconnect()
    try server.advance(by: .seconds(1801))
    try list.run { try list.root.openWindow("conversation", value: 5, policy: .new) }
    #expect(try list.openWindow().id == first.id)
  }

  @Test func `a scene without a value has one window`() throws {
    let first = try server.open(user: "ann", scene: "inbox")
    #expect(try server.open(user: "ann", scene: "inbox").id == first.id)
  }

  @Test func `it can't be moved to a user who has one`() throws {
    let (mine, other) = (try conversation(5), try conversation(5, of: "bob"))
    let windows = try server.object(Windows.self)
    var result: CommandResult?
    try mine.run { result = windows.move(mine.id, to: "bob") }
    #expect(result == .notExecutable(.windowExists))
    #expect(mine.isAttached)
    try other.leave()
    try mine.run { result = windows.move(mine.id, to: "bob") }
    #expect(result == .executed)
    #expect(try conversation(5, of: "bob").id == mine.id)
  }

  @Test func `a closed one is not reopened beside another`() throws {
    let closed = try conversation(5)
    try server.dismissWindow(closed.id)
    let another = try conversation(5)
    #expect(another.id != closed.id)
    try closed.reopen()
    #expect(closed.id == another.id)
    #expect(!another.isAttached)
    #expect(store.windowCount == 1)
  }

  @Test func `among more windows than are listed, the one is found in the store`() throws {
    let first = try conversation(5)
    try first.type("Dear", into: "Answer")
    try first.disconnect()
    try server.advance(by: .seconds(1801))
    try server.step((), on: 0) { hub, _ in
      for number in 0..<12_000 {
        _ = hub.homes[.app]?.windows.came(
          WindowID("w-\(number)"), of: "crowd", scene: "inbox", value: nil, title: "", .away(since: 1),
          usedAt: .max, isTouched: true)
      }
    }
    #expect(try server.object(Windows.self).all(of: "ann").isEmpty)
    #expect(try conversation(5).id == first.id)
  }
}

private struct SupportApp: WindowApp {
  var body: some Scene {
    WindowGroup("List", id: "list") { .stacked(EmptyModel()) }
    WindowGroup("Inbox", id: "inbox") { EmptyModel() }.oneWindowPerValue()
    WindowGroup("Conversation", id: "conversation", for: Int.self) { number in .stacked(ConversationModel(number)) }
      .oneWindowPerValue()
      .onOpenURL { url, root in
        url.path == ["customer"] && root.execute(.push(CustomerModel())) == .executed
      }
  }
}

@NavigationModel
private final class EmptyModel {
  var body: some View { Text("Nothing") }
}

@NavigationModel
private final class ConversationModel {
  let number: Int
  var answer = ""
  init(_ number: Int) { self.number = number }

  var body: some View { TextField("Answer", text: bind(\.answer)) }
}

@NavigationModel
private final class CustomerModel {
  var urlPath: String? { "customer" }
  var body: some View { Text("Customer") }
}
