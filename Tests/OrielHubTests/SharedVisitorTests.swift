import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// A handler of a shared model knows whose button it was.
struct SharedVisitorTests {
  let server: TestServer
  let ada: TestWindow
  let bob: TestWindow

  init() throws {
    server = try TestServer(app: QueueApp())
    ada = try server.open(user: "ada")
    bob = try server.open(user: "bob")
  }

  @Test func `the user who pressed is known in the handler, and unknown in the body`() throws {
    try bob.tap("Take")
    try ada.tap("Take")
    #expect(ada.text.prefix(2) == ["taken by bob, ada", "shown to "])
    #expect(bob.text == ada.text)
  }

  @Test func `and after a wait, and in a task that the handler starts`() async throws {
    try bob.tap("Take slowly")
    try await server.settled()
    #expect(bob.text.first == "taken by bob (slowly), bob (in a task)")
  }

  @Test func `the window is that of the page`() throws {
    let outcome: TestOutcome = try bob.tap("Leave")
    #expect(outcome == .closed(.windowDismissed))
    #expect(ada.received() == .nothing)
  }

  @Test func `what it opens and sends goes to the page of who pressed`() throws {
    try bob.tap("Open")
    try bob.tap("Ring")
    #expect(bob.triggers.map(\.kind) == ["openWindow", "openURL"])
    #expect(ada.triggers.map(\.kind) == [])
    let opened = try bob.open(#require(bob.triggers.first))
    #expect(opened.title == "Customer 7")
    #expect(server.look { $0.windows[opened.id]?.user.account.id } == "bob")
  }

  @Test func `a timer has no user to open windows for`() async throws {
    try bob.tap("Open later")
    try server.advance(by: .seconds(5))
    #expect(bob.text.first == "taken by notExecutable(Oriel.NotExecutableReason.notAttached)")
    #expect(bob.triggers.map(\.kind) == [])
  }
}

private struct QueueApp: WindowApp {
  var body: some Scene {
    WindowGroup("Desk", id: "desk") { QueueDeskModel() }
    WindowGroup("Customer", id: "customer", for: Int.self) { CustomerModel($0) }
    SharedModel("queue") { QueueModel() }
  }
}

@NavigationModel
private final class QueueDeskModel {
  var place: SharedSlotModel = .shared("queue")
  init() {}

  var _content: ModelContent { .custom(component: "desk", properties: [:], children: [place]) }
  var body: some View { EmptyView() }
}

@NavigationModel
private final class CustomerModel {
  let number: Int
  init(_ number: Int) { self.number = number }
  var body: some View { Text("customer").navigationTitle("Customer \(number)") }
}

@NavigationModel
private final class QueueModel {
  var takers: [String] = []
  @Environment(\.user) var user
  init() {}

  var body: some View {
    Text("taken by \(takers.joined(separator: ", "))")
    Text("shown to \(user.id)")
    Button("Take") { self.takers.append(self.user.id) }
    Button("Take slowly") { () async in
      await Task.yield()
      self.takers.append("\(self.user.id) (slowly)")
      self.task { self.takers.append("\(self.user.id) (in a task)") }
    }
    Button("Leave") { self.dismissWindow() }
    Button("Open") { self.openWindow("customer", value: 7) }
    Button("Ring") { self.openURL("tel:7") }
    Button("Open later") {
      self.schedule(after: .seconds(5)) { self.takers = ["\(self.openWindow("customer", value: 7))"] }
    }
  }
}
