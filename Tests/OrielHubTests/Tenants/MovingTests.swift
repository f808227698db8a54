import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// S23: a window that is given to another member.
struct MovingTests {
  let store = TestStore(outlivesProcess: true)

  private func server(_ tenancy: Tenancy = .single, hubs: Int? = nil) throws -> TestServer {
    try TestServer(app: DispatchApp(tenancy), hubs: hubs, store: store)
  }

  /// Moves a window as a turn of another.
  private func move(
    _ window: TestWindow, to user: String, in tenant: Tenant? = nil, by other: TestWindow
  ) throws -> CommandResult {
    let windows = try other.find(DispatchModel.self).windows
    var result = CommandResult.executed
    try other.run { result = windows.move(window.id, to: user, in: tenant) }
    return result
  }

  private func used(_ window: TestWindow) throws {
    try window.type("by the river", into: "Draft")
    try window.tap("Add")
    try window.tap("Ask")
  }

  @Test func `S23: a moved window has its state, its draft and its open question`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    try used(incident)
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    #expect(incident.received() == .closed(.windowDismissed))
    let moved = try bob.openWindow()
    #expect(moved.id == incident.id)
    #expect(moved.text.prefix(1) == ["case 4 of bob: 1, by the river"])
    try moved.choose("Close")
    #expect(moved.text.first == "case 4 of bob: 99, by the river")
    #expect(throws: TestError.refused(.notYourWindow)) { try incident.reconnect() }
  }

  @Test func `S23: the former page hears of the move when that can't be lost`() throws {
    let store = HeldStore()
    let server = try TestServer(app: DispatchApp(.single), store: store)
    let (ann, _) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    _ = incident.received()
    store.hold()
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    #expect(incident.received() == .nothing)
    store.release()
    try server.run()
    #expect(incident.received() == .closed(.windowDismissed))
  }

  @Test func `S23: the former page hears of the move at once while the store can't be written`() throws {
    let store = HeldStore()
    let server = try TestServer(app: DispatchApp(.single), store: store)
    let (ann, _) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    _ = incident.received()
    store.refuseCommits(true)
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    try server.advance(by: .seconds(1))
    #expect(incident.received() == .closed(.windowDismissed))
  }

  @Test func `S23: it has one owner in the store at every moment, in the transaction of the turn`() throws {
    let held = HeldStore()
    let server = try TestServer(app: DispatchApp(), store: held)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    try used(incident)
    held.hold()
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    held.forgetWaiting()
    held.release()
    try server.restart()
    try incident.reconnect()
    #expect(incident.text.first == "case 4 of ann: 1, by the river")
    try ann.reconnect()
    try bob.reconnect()
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    try server.restart()
    #expect(throws: TestError.refused(.notYourWindow)) { try incident.reconnect() }
    #expect(try server.open(incident.id, user: "bob").text.first == "case 4 of bob: 1, by the river")
    #expect(held.windowCount == 3)
  }

  @Test func `S23: a change of the same turn moves with the window`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    let (model, windows) = (try incident.find(CaseModel.self), try ann.find(DispatchModel.self).windows)
    try ann.run {
      model.count = 5
      windows.move(incident.id, to: "bob")
      model.count = 6
    }
    #expect(try bob.openWindow().text.first == "case 4 of bob: 6, ")
  }

  @Test func `S23: a window that sleeps is moved to a member who is not in memory`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "eve", scene: "incident", value: 4)
    try used(incident)
    for window in [bob, incident] { try window.disconnect() }
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    try server.restart()
    try bob.reconnect()
    #expect(try bob.openWindow().text.first == "case 4 of bob: 1, by the river")
    #expect(store.windowCount == 3)
  }

  @Test func `S23: one who has never been here may be given a window`() throws {
    let server = try server()
    let ann = try server.open(user: "ann")
    #expect(try move(ann, to: "bob", by: ann) == .executed)
    #expect(!ann.isAttached)
    let bob = try server.open(user: "bob", scene: "roll")
    #expect(try bob.openWindow().id == ann.id)
  }

  @Test func `S23: a window moves to a member of another tenant`() throws {
    // Both are on one hub; others test that they are on two.
    let server = try server(.claim("room"), hubs: 1)
    let (ann, bob) = (try server.open(tenant: "a", user: "ann"), try server.open(tenant: "b", user: "bob"))
    let incident = try server.open(tenant: "a", user: "ann")
    try incident.tap("Rename")
    #expect(try move(incident, to: "bob", in: "b", by: ann) == .executed)
    #expect(server.look(incident.id) { hub, id in hub.windows[id]?.user.account.tenant } == "b")
    #expect(try ann.find(DispatchModel.self).windows.all().map(\.id) == [ann.id])
    #expect(try bob.find(DispatchModel.self).windows.all().map(\.title) == ["Board", "Board!"])
    try server.restart()
    let moved = try server.open(incident.id, user: "bob", claims: ["room": "b"])
    #expect(moved.title == "Board!")
  }

  @Test func `S23: it is not moved to a tenant that does not exist, or to one without the scene's role`() throws {
    let server = try server(.claim("room"))
    let chief = try server.open(tenant: "a", user: "ann", roles: ["chief"], scene: "chief")
    let (ann, bob) = (try server.open(tenant: "a", user: "ann"), try server.open(tenant: "a", user: "bob"))
    #expect(try move(chief, to: "bob", by: ann) == .notExecutable(.unknownScene("chief")))
    #expect(try move(ann, to: "bob", in: .app, by: bob) == .notExecutable(.noTenant))
    #expect(try move(ann, to: "bob", in: "nowhere", by: bob) == .executed)
    try ann.disconnect()
    try ann.reconnect()
    #expect(ann.isAttached)
    #expect(server.warnings == [])
    #expect(server.look(in: "a") { $0.homes["a"]?.acts.isEmpty } == true)
  }

  @Test func `S23: a user whom the tenant does not admit gets no window, one whom it gives a role does`() throws {
    let server = try server(
      .path { user, _ in user.id == "eve" ? nil : User(id: user.id, roles: user.id == "bob" ? ["chief"] : []) })
    let ann = try server.open(tenant: "a", user: "ann")
    let chief = try server.open(tenant: "a", user: "bob")
    let room = try server.open(tenant: "a", user: "ann")
    #expect(try move(room, to: "eve", by: ann) == .executed)
    #expect(room.isAttached)
    #expect(try move(room, to: "bob", by: ann) == .executed)
    #expect(try chief.openWindow().id == room.id)
    #expect(server.look(in: "a") { $0.homes["a"]?.acts.isEmpty } == true)
  }

  @Test func `S23: what was sent to the former owner's page is not sent to the new owner's`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let incident = try server.open(user: "ann", scene: "incident", value: 4)
    try incident.disconnect()
    try server.sendEnvironmentTrigger(.openURL("https://example.com"), to: incident.id)
    #expect(try move(incident, to: "bob", by: ann) == .executed)
    #expect(try bob.openWindow().triggers.isEmpty)
  }

  @Test func `S23: a saved move within a tenant is one within the tenant when that is renamed`() {
    let act = WindowAct.move(WindowID("w-1"), to: "bob", in: "a")
    var timer = StoredTimer("k", RequestedAct(act, in: "a", by: "ann", at: 5), of: "a", due: 5)
    timer.tenant = "b"
    #expect(
      RequestedAct(timer)
        == RequestedAct(.move(WindowID("w-1"), to: "bob", in: "b"), in: "b", by: "ann", at: 5))
  }

  @Test func `what nodes send each other about a move is read as it was written`() {
    let window = WindowID("w-1")
    let bob = User(id: "bob", name: "Bob", roles: ["keeper"], claims: ["room": "b"], tenant: "b")
    let owner = RequestedAct.WindowOwner(user: "bob", scene: "safe", former: "a")
    for kind in [.findOwner(window, owner), .give(window, to: bob)] as [RequestedAct.Kind] {
      let asked = RequestedAct(kind: kind, tenant: "c", by: "ann", time: 5)
      #expect(RequestedAct(JSONBytes.encode(.object(asked.saved)), of: "c") == asked)
    }
  }

  @Test func `what an older version saved is shown, opened elsewhere, and finished there`() throws {
    func read(_ json: String) throws -> RequestedAct.Kind? { RequestedAct(Array(json.utf8), of: "a")?.kind }
    let ann = User(id: "ann", tenant: "a")
    #expect(
      try read(#"{"act":"open","by":"eve","time":5,"scene":"","user":"ann","policy":"reuse","shows":"w-1"}"#)
        == .show(WindowID("w-1"), to: "ann"))
    let elsewhere =
      #""act":"open","by":"ann","time":5,"scene":"desk","user":"ann","policy":"new","elsewhere":"b","opener":"w-2""#
    let request = OpenRequest("desk", nil, .new, at: WindowPlacement(x: 7))
    var other = RequestedAct.OtherTenant(tenant: "b", opener: WindowID("w-2"))
    #expect(try read(#"{\#(elsewhere),"placement":{"left":7}}"#) == .openElsewhere(request, other))
    other.phase = .opens(ann)
    #expect(
      try read(#"{\#(elsewhere),"placement":{"left":7},"caller":{"id":"ann","tenant":"a","roles":[],"claims":{}}}"#)
        == .openElsewhere(request, other))
    other.phase = .shows(RequestedAct.OtherTenant.Opened(window: WindowID("w-3"), url: "/desk", title: "Desk"))
    let opened = #""opened":{"window":"w-3","url":"/desk","title":"Desk"}"#
    let last = try read(#"{\#(elsewhere),"placement":{"left":7},\#(opened)}"#)
    #expect(last == .openElsewhere(request, other))
    let saved = RequestedAct(kind: try #require(last), tenant: "a", by: "ann", time: 5).saved
    #expect(RequestedAct(JSONBytes.encode(.object(saved)), of: "a")?.kind == last)
  }

  @Test func `S23: a window that is moved twice before it is stored ends with the last owner`() throws {
    let held = HeldStore()
    let server = try TestServer(app: DispatchApp(), store: held)
    let (ann, bob, eve) = (
      try server.open(user: "ann"), try server.open(user: "bob"), try server.open(user: "eve")
    )
    let windows = try ann.find(DispatchModel.self).windows
    try ann.run {
      windows.move(bob.id, to: "eve")
      windows.move(bob.id, to: "ann")
    }
    #expect(try ann.openWindow().id == bob.id)
    #expect(eve.isAttached)
    #expect(held.windowCount == 3)
  }
}
