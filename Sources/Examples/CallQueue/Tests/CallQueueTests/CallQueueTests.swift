import Oriel
import OrielTesting
import Testing

@testable import CallQueue

struct CallQueueTests {
  let server: TestServer

  init() throws { server = try TestServer(app: CallQueue()) }

  private func queue(of user: String, in centre: Tenant = "acme") throws -> TestWindow {
    try server.open(user: user, url: "/\(centre)/queue")
  }

  private func call(about topic: String, in centre: Tenant = "acme") throws -> TestWindow {
    let caller = try server.open(user: "u-\(topic.lowercased())", url: "/\(centre)/help")
    try caller.type(topic, into: "What is it about?")
    try caller.tap("Ask for help")
    return caller
  }

  @Test func `a caller waits, and then talks to the agent who has taken the call`() throws {
    let ann = try queue(of: "ann")
    let (first, second) = (try call(about: "Refund"), try call(about: "Parcel"))
    #expect(second.text == ["You are number 2 in the queue.", "Message", "Send", "Hang up"])
    try ann.tap("Refund")
    let desk = try ann.openWindow()
    try first.type("Where is it?", into: "Message")
    try first.submit("Message")
    try desk.type("On its way.", into: "Answer")
    try desk.tap("Send")
    let lines = ["Caller: Where is it?", "ann: On its way."]
    #expect(desk.text == lines + ["Answer", "Send", "End the call"])
    #expect(first.text == ["You are talking to an agent."] + lines + ["Message", "Send", "Hang up"])
    #expect(second.text == ["You are number 1 in the queue.", "Message", "Send", "Hang up"])
    #expect(server.warnings == [])
  }

  @Test func `the call of an agent who has been away for a minute waits again`() throws {
    let (ann, bob) = (try queue(of: "ann"), try queue(of: "bob"))
    let caller = try call(about: "Refund")
    try ann.tap("Refund")
    let desk = try ann.openWindow()
    try desk.type("One mom", into: "Answer")
    for window in [ann, desk] { try window.disconnect() }
    try server.advance(by: .seconds(50))
    #expect(caller.text.first == "You are talking to an agent.")
    try server.advance(by: .seconds(20))
    #expect(caller.text.first == "You are number 1 in the queue.")
    try bob.tap("Refund")
    #expect(try bob.openWindow().text.contains("Answer"))
    try desk.reconnect()
    #expect(desk.text == ["You don't have this call."])
    #expect(server.warnings == [])
  }

  @Test func `a call is taken once, also if two agents press at the same time`() throws {
    let (ann, bob) = (try queue(of: "ann"), try queue(of: "bob"))
    _ = try call(about: "Refund")
    try ann.tap("Refund")
    // Bob's page sends this before it shows that the call is gone.
    let late: TestOutcome = try bob.event(model: "m1", element: "0:1", name: "tap")
    #expect(late == .rejected(.stale, "This is no longer on the screen"))
    #expect(bob.text == ["Sign out", "Waiting: press a call to take it", "Talking", "Refund: with ann"])
  }

  @Test func `a supervisor takes a call over with the half-typed answer`() throws {
    let (ann, sue) = (try queue(of: "ann"), try queue(of: "sue"))
    _ = try call(about: "Refund")
    try ann.tap("Refund")
    let desk = try ann.openWindow()
    try desk.type("On its w", into: "Answer")
    try sue.tap("Refund: take over from ann")
    #expect(!desk.isAttached)
    let moved = try sue.openWindow()
    #expect(moved.id == desk.id)
    #expect(moved.text == ["Answer", "On its w", "Send", "End the call"])
    #expect(ann.text == ["Sign out", "Waiting: press a call to take it", "Talking", "Refund: with sue"])
  }

  @Test func `each call centre has calls and agents of its own`() throws {
    _ = try call(about: "Refund", in: "acme")
    #expect(try queue(of: "eve", in: "globex").text == ["Sign out", "Waiting: press a call to take it", "Talking"])
    let staff = try server.object(Staff.self, of: "acme")
    #expect(["ann", "eve"].map { staff.admitted(User(id: $0)).roles } == [["agent"], []])
  }

  @Test func `a call survives a restart, until somebody ends it`() throws {
    let caller = try call(about: "Refund")
    try server.restart()
    try caller.reconnect()
    try caller.tap("Hang up")
    #expect(caller.text == ["The call is over.", "Ask something else"])
    #expect(try server.object(CallCentre.self, of: "acme").calls.isEmpty)
  }

  @Test func `a call that nobody takes is given up after an hour, and 100 may wait`() throws {
    let (first, ann) = (try call(about: "Refund"), try queue(of: "ann"))
    for number in 1..<100 { _ = try call(about: "Call \(number)") }
    let late = try call(about: "Late")
    #expect(late.text == ["What is it about?", "Late", "Ask for help"])
    try ann.tap("Call 7")
    try server.advance(by: .seconds(3600))
    #expect(first.text == ["The call is over.", "Ask something else"])
    #expect(ann.text == ["Sign out", "Waiting: press a call to take it", "Talking", "Call 7: with you"])
  }

  @Test func `an agent signs in with a password`() async throws {
    let window = try server.open(user: "u-7", scene: "enter")
    try window.type("ann", into: "Name")
    try window.type("wrong", into: "Password")
    try window.tap("Sign in")
    try await window.settled()
    #expect(window.text == ["Name", "ann", "Password", "The name or the password is wrong.", "Sign in"])
    try window.type("example", into: "Password")
    try window.tap("Sign in")
    try await window.settled()
    try window.followSignIn()
    #expect(window.user == "ann")
    #expect(window.text == ["acme", "Ask for help", "Answer calls", "globex", "Ask for help", "Answer calls"])
    #expect(server.warnings == [])
  }
}
