import Oriel
import OrielDocument
import OrielTesting
import Testing

@testable import OrielHub

/// S22: what a tenant's models and objects see of its windows, and do with them.
struct WindowsTests {
  let store = TestStore(outlivesProcess: true)

  private func server(_ tenancy: Tenancy = .single, _ limits: HubLimits = HubLimits()) throws -> TestServer {
    try TestServer(app: DispatchApp(tenancy), store: store, limits: limits)
  }

  private func windows(of window: TestWindow) throws -> Windows { try window.find(DispatchModel.self).windows }

  private func audit(_ server: TestServer) throws -> [String] {
    let records = try server.ask { hub in try? await hub.audit(AuditQuery()) }.flatMap(\.self) ?? []
    return records.reversed().map { "\($0.who) \($0.way) \($0.act) \($0.target) \($0.outcome)" }
  }

  private func evaluations(_ window: TestWindow) -> Int {
    window.server.look(window.id) { hub, id in hub.windows[id]?.graph.evaluations ?? 0 }
  }

  // MARK: Looking

  @Test func `S22: windows in memory and asleep are listed, of one scene or one member`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let asleep = try server.open(user: "bob", scene: "incident", value: 5)
    try asleep.disconnect()
    try server.advance(by: .seconds(1801))
    let all = try windows(of: ann)
    #expect(all.all().map(\.id) == [ann.id, bob.id, asleep.id])
    #expect(all.all(scene: "incident").map { $0.value(Int.self) } == [4, 5])
    #expect(all.all(of: "bob").map(\.presence) == [.here, .away(since: server.clock.wallTime - 1_801_000)])
    #expect(all.all(of: "ann").map(\.title) == ["Board"])
  }

  @Test func `S22: after a restart the windows that sleep are listed before any object starts`() throws {
    let server = try server()
    let ann = try server.open(user: "ann")
    _ = try server.open(user: "bob", scene: "incident", value: 4)
    try server.restart()
    let restarted = server.clock.wallTime
    let away = Windows.Presence.away(since: restarted)
    #expect(server.look { $0.homes[.app]?.windows.all().map(\.presence) } == [away, away])
    try ann.reconnect()
    #expect(try windows(of: ann).all().map(\.presence).filter { $0 == .here }.count == 1)
  }

  @Test func `S22: a window that is dismissed is no longer listed`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try bob.leave()
    #expect(try windows(of: ann).all().map(\.id) == [ann.id])
  }

  @Test func `S22: a window that is deleted in its sleep is no longer listed`() throws {
    let server = try server()
    let bob = try server.open(user: "bob", scene: "incident", value: 4)
    try bob.disconnect()
    try server.advance(by: .seconds(8 * 86_400))
    #expect(store.windowCount == 0)
    #expect(server.look { $0.homes[.app]?.windows.all().count } == 0)
  }

  @Test func `S22: only what a body reads of a window makes it run again`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let roll = try server.open(user: "eve", scene: "roll")
    let model = try roll.find(RollModel.self)
    try roll.run { model.watched = bob.id }
    #expect(roll.text == ["Board"])
    let before = evaluations(roll)
    try ann.tap("Rename")
    try bob.tap("Assign 7 to bob")
    #expect(evaluations(roll) == before + 1)
    try bob.tap("Rename")
    #expect(roll.text == ["Board!"])
    #expect(evaluations(roll) == before + 2)
  }

  @Test func `S22: a body that lists one member's windows runs again for these alone`() throws {
    let server = try server()
    let roll = try server.open(user: "eve", scene: "roll")
    let model = try roll.find(RollModel.self)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try roll.run { model.listed = "bob" }
    #expect(roll.text == ["1"])
    let before = evaluations(roll)
    try ann.leave()
    try server.open(user: "ann").disconnect()
    #expect(evaluations(roll) == before)
    _ = try server.open(user: "bob")
    #expect(roll.text == ["2"])
    try bob.leave()
    #expect(roll.text == ["1"])
    #expect(evaluations(roll) == before + 2)
  }

  @Test func `a person's roles are known, and who is a visitor`() throws {
    let server = try server()
    _ = try server.open(user: "bob", roles: ["dispatcher"])
    _ = try server.open(user: "u-00000000000000000000000000000001")
    let people = server.look {
      $0.homes[.app]?.windows.people.map { [$0.id, "\($0.roles.sorted())", "\($0.isAnonymous)"] }
    }
    #expect(
      people == [
        ["bob", "[\"dispatcher\"]", "false"], ["u-00000000000000000000000000000001", "[]", "true"],
      ])
  }

  @Test func `S22: people are the members with an attached window, until 2 seconds after the last page`() throws {
    let server = try server()
    let roll = try server.open(user: "eve", scene: "roll")
    let bob = try server.open(user: "bob")
    _ = try server.open(user: "bob")
    #expect(roll.text.first == #"["bob 2", "eve 1"]"#)
    try bob.disconnect()
    try server.advance(by: .milliseconds(1999))
    #expect(roll.text.first == #"["bob 2", "eve 1"]"#)
    try server.advance(by: .milliseconds(1))
    #expect(roll.text.first == #"["bob 1", "eve 1"]"#)
  }

  @Test func `a person is here with any of their windows, away since the last page, and gone with the last window`()
    throws
  {
    let server = try server()
    let roll = try server.open(user: "eve", scene: "roll")
    let (first, second) = (try server.open(user: "bob"), try server.open(user: "bob"))
    let all = try windows(of: first)
    #expect(all.presence(of: "bob") == .here)
    #expect(roll.text[1] == "bob: here")
    try first.disconnect()
    try server.advance(by: .seconds(5))
    #expect(all.presence(of: "bob") == .here)
    let left = server.clock.wallTime
    try second.disconnect()
    try server.advance(by: .seconds(60))
    #expect(all.presence(of: "bob") == .away(since: left))
    #expect(roll.text[1] == "bob: away(since: \(left))")
    // It sleeps, and is still away since then.
    try server.advance(by: .seconds(1801))
    #expect(all.presence(of: "bob") == .away(since: left))
    try second.reconnect()
    #expect(all.presence(of: "bob") == .here)
    let entry = try #require(all.all(of: "bob").first { $0.id == second.id })
    for window in [first, second] { try server.dismissWindow(window.id) }
    #expect(all.presence(of: "bob") == .gone)
    #expect(entry.presence == .gone)
    #expect(roll.text[1] == "bob: gone")
    #expect(all.presence(of: "nobody") == .gone)
  }

  @Test(arguments: [
    (Windows.Presence.here, false, false), (.away(since: 10_000), false, true), (.gone, true, true),
  ])
  func `away for ten seconds is who left ten seconds ago, or is gone`(
    _ presence: Windows.Presence, _ early: Bool, _ late: Bool
  ) {
    #expect(presence.isAway(for: .seconds(10), at: 19_999) == early)
    #expect(presence.isAway(for: .seconds(10), at: 20_000) == late)
  }

  @Test func `S22: the 10,000 windows used last are listed`() throws {
    let windows = Windows(of: .app, on: nil)
    for number in 0..<11_500 {
      _ = windows.came(
        WindowID("\(number)"), of: "ann", scene: "main", value: nil, title: "", .away(since: 0), usedAt: Int64(number),
        isTouched: true)
    }
    #expect(windows.all().map(\.id) == (1500..<11_500).map { WindowID("\($0)") })
    #expect(windows.mayHave(WindowID("3")))
  }

  // MARK: Acting

  @Test func `S22: a window is opened for a member in the transaction of the turn that asked for it`() throws {
    let held = HeldStore()
    let server = try TestServer(app: DispatchApp(), store: held)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let commits = held.commits.count
    try ann.tap("Assign 7 to bob")
    #expect(held.commits.count == commits + 1)
    #expect(try bob.openWindow().text.first == "case 7 of bob: 0, ")
    #expect(ann.text.first == "assigned [7]")
  }

  @Test func `S22: a window for the same value is brought to the front instead, also one that sleeps`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try ann.tap("Assign 7 to bob")
    let incident = try bob.openWindow()
    try incident.type("by the river", into: "Draft")
    try ann.tap("Assign 7 to bob")
    #expect(incident.triggers.map(\.kind) == ["focusWindow"])
    try incident.disconnect()
    try server.advance(by: .seconds(1801))
    #expect(server.look(incident.id) { hub, id in hub.windows[id] == nil })
    try ann.tap("Assign 7 to bob")
    #expect(try bob.openWindow().text.first == "case 7 of bob: 0, by the river")
    #expect(store.windowCount == 3)
  }

  @Test func `S22: a member without a page finds the window at the next visit`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try bob.disconnect()
    try ann.tap("Assign 7 to bob")
    #expect(store.windowCount == 3)
    try server.restart()
    try ann.reconnect()
    try bob.reconnect()
    #expect(try bob.openWindow().text.first == "case 7 of bob: 0, ")
    try bob.reload()
    #expect(bob.triggers.count == 1)
  }

  @Test func `S22: for a member who is not in memory the act is saved with the turn, and done once after a crash`()
    throws
  {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    try bob.disconnect()
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    // The process ends right after the turn.
    server.look { hub in hub.homes[.app]?.acts.isDoingOne = true }
    try ann.tap("Assign 7 to bob")
    #expect(store.windowCount == 2)
    try server.restart()
    #expect(store.windowCount == 3)
    try server.restart()
    #expect(store.windowCount == 3)
    try bob.reconnect()
    #expect(try bob.openWindow().text.first == "case 7 of bob: 0, ")
  }

  @Test func `S22: one who has never been here gets the window at the first visit`() throws {
    let server = try server()
    let ann = try server.open(user: "ann")
    try ann.tap("Assign 7 to bob")
    try server.restart()
    #expect(store.windowCount == 1)
    let bob = try server.open(user: "bob")
    #expect(try bob.openWindow().text.first == "case 7 of bob: 0, ")
    #expect(server.look { $0.homes[.app]?.acts.isEmpty } == true)
  }

  @Test func `acts of the app are deleted from the audit within the hour`() throws {
    var limits = HubLimits()
    limits.auditRecordsOfApp = 5
    let server = try server(.single, limits)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    for _ in 1...40 { try ann.run { _ = all.land(bob.id, at: "/incident/4") } }
    #expect(5...11 ~= (try audit(server).count))
  }

  @Test func `acts of one member beyond a number in an hour are not in the audit`() throws {
    var limits = HubLimits()
    limits.auditRecordsOfMember = 5
    let server = try server(.single, limits)
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    for _ in 1...40 { try ann.run { _ = all.land(bob.id, at: "/incident/4") } }
    #expect(try audit(server).count == 5)
    #expect(server.log.messages.count { $0.contains("more than 5 times within an hour") } == 1)
    try server.advance(by: .seconds(3600))
    try ann.run { _ = all.land(bob.id, at: "/incident/4") }
    #expect(try audit(server).count == 6)
  }

  @Test func `S22: a trigger reaches one window, and its root receives the outcome`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    try ann.run { #expect(all.trigger(.custom("bell"), in: bob.id) == .executed) }
    #expect(ann.triggers.isEmpty)
    #expect(bob.triggers.map(\.kind) == ["custom:bell"])
    try bob.perform(bob.triggers[0])
    #expect(try bob.find(CaseModel.self).outcomes == ["custom:bell performed"])
    #expect(try audit(server) == ["ann app trigger window:\(bob.id) performed"])
  }

  @Test func `S22: a trigger waits for the page of a window, which is woken for it, also after a crash`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    try bob.disconnect()
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    let all = try windows(of: ann)
    // The process ends right after the turn.
    server.look { hub in hub.homes[.app]?.acts.isDoingOne = true }
    try ann.run { #expect(all.trigger(.custom("bell", payload: ["tone": 3]), in: bob.id) == .executed) }
    try server.restart()
    try bob.reconnect()
    #expect(bob.triggers.map(\.payload) == [["tone": 3]])
    try bob.reload()
    #expect(bob.triggers.count == 1)
  }

  @Test func `S22: a secret trigger is not saved for a window that is asleep`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    try ann.run { #expect(all.trigger(.custom("key").secret, in: bob.id) == .executed) }
    #expect(bob.triggers.map(\.kind) == ["custom:key"])
    try bob.disconnect()
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    let later = try windows(of: ann)
    try ann.run { #expect(later.trigger(.custom("key").secret, in: bob.id) == .notExecutable(.unknownWindow)) }
    try ann.run { #expect(later.trigger(.custom("key"), in: WindowID("w-none")) == .notExecutable(.unknownWindow)) }
  }

  @Test func `S22: a trigger reaches all windows in memory, those of a scene, or those of a member`() throws {
    let server = try server(.path { user, _ in user })
    let (ann, bob) = (try server.open(tenant: "a", user: "ann"), try server.open(tenant: "a", user: "bob"))
    let incident = try server.open(tenant: "a", user: "bob", scene: "incident", value: 4)
    let other = try server.open(tenant: "b", user: "eve")
    let all = try windows(of: ann)
    try ann.run {
      all.trigger(.custom("all"))
      all.trigger(.custom("incidents"), scene: "incident")
      all.trigger(.custom("bob's"), of: "bob")
      #expect(all.trigger(.custom("nobody's"), of: "zoe") == .executed)
      #expect(all.trigger(.openURL("javascript:1")) == .notExecutable(.forbiddenURL("javascript:1")))
    }
    let kinds = [ann, bob, incident, other].map { $0.triggers.map(\.kind) }
    #expect(
      kinds == [
        ["custom:all"], ["custom:all", "custom:bob's"], ["custom:all", "custom:incidents", "custom:bob's"], [],
      ])
    #expect(
      try audit(server) == [
        "ann app trigger tenant:a performed", "ann app trigger scene:incident performed",
        "ann app trigger user:bob performed",
      ])
  }

  @Test func `a window whose user is typing is navigated at the next pause`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    func isNavigated() throws -> Bool { try bob.find(CaseModel.self).count == 1 }
    for text in ["c", "ca", "cal"] {
      try bob.type(text, into: "Draft")
      if text == "c" { try ann.run { _ = all.land(bob.id, at: "/incident/4/notes") } }
      try server.advance(by: .milliseconds(1400))
      #expect(try isNavigated() == false)
    }
    try server.advance(by: .milliseconds(100))
    #expect(try isNavigated())
    #expect(try bob.find(CaseModel.self).draft == "cal")
  }

  @Test func `a user who never stops typing is navigated after 30 s, and at once where the app says so`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob", scene: "incident", value: 4))
    let all = try windows(of: ann)
    func landed() throws -> Int { try bob.find(CaseModel.self).count }
    try bob.type("x", into: "Draft")
    try ann.run { _ = all.land(bob.id, at: "/incident/4/notes", interruptsTyping: true) }
    #expect(try landed() == 1)
    try ann.run { _ = all.land(bob.id, at: "/incident/4/notes") }
    for second in 1...29 {
      try server.advance(by: .seconds(1))
      try bob.type("\(second)", into: "Draft")
    }
    #expect(try landed() == 1)
    try server.advance(by: .seconds(1))
    try bob.type("30", into: "Draft")
    try server.advance(by: .seconds(1))
    #expect(try landed() == 2)
  }

  @Test func `the acts that wait have a limit in bytes, and the others are not done`() throws {
    var limits = HubLimits()
    limits.scheduledBytes = 1000
    let server = try server(.single, limits)
    let ann = try server.open(user: "ann")
    for _ in 1...20 { try ann.tap("Assign 7 to bob") }
    let (count, bytes) = server.look { ($0.homes[.app]?.acts.count ?? 0, $0.homes[.app]?.acts.bytes ?? 0) }
    #expect(2..<20 ~= count)
    #expect(500...1000 ~= bytes)
    #expect(try audit(server).count { $0.hasSuffix("failed") } == 20 - count)
    #expect(server.log.messages.count { $0.hasPrefix("The act") } == 1)
    _ = try server.open(user: "bob")
    #expect(server.look { $0.homes[.app]?.acts.bytes } == 0)
  }

  @Test func `S22: a window that sleeps is dismissed and navigated a moment later`() throws {
    let server = try server()
    let ann = try server.open(user: "ann")
    let sleeping = try (4...5).map { try server.open(user: "bob", scene: "incident", value: $0) }
    for window in sleeping { try window.disconnect() }
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    let all = try windows(of: ann)
    try ann.run {
      #expect(all.dismiss(sleeping[0].id) == .executed)
      #expect(all.land(sleeping[1].id, at: "/incident/5") == .executed)
    }
    #expect(store.windowCount == 2)
    #expect(all.all(scene: "incident").map { $0.presence.isAway(for: .seconds(1), at: .max) } == [true])
  }

  @Test func `S22: acts on what the tenant does not have are refused, and change nothing`() throws {
    let server = try server(.claim("room"))
    let ann = try server.open(tenant: "a", user: "ann")
    let other = try server.open(tenant: "b", user: "ann")
    _ = try server.open(tenant: "a", user: "bob")
    let all = try windows(of: ann)
    try ann.run {
      #expect(all.dismiss(other.id) == .notExecutable(.unknownWindow))
      #expect(all.land(other.id, at: "/") == .notExecutable(.unknownWindow))
      #expect(all.move(other.id, to: "bob") == .notExecutable(.unknownWindow))
      #expect(all.open("nothing", for: "bob") == .notExecutable(.unknownScene("nothing")))
      #expect(all.open("chief", for: "bob") == .notExecutable(.unknownScene("chief")))
      #expect(all.open("incident", value: "x", for: "bob") == .notExecutable(.wrongSceneValue("incident")))
      #expect(all.land(ann.id, at: "https://example.com") == .notExecutable(.unknownURL("https://example.com")))
    }
    #expect(other.isAttached)
    #expect(try audit(server) == [])
  }

  @Test func `S22: acts on other members' windows are recorded under the user whose event it was`() throws {
    let server = try server()
    let (ann, bob) = (try server.open(user: "ann"), try server.open(user: "bob"))
    let all = try windows(of: ann)
    try ann.tap("Assign 7 to bob")
    try ann.run {
      all.dismiss(bob.id)
      all.open("incident", value: 1, for: "ann")
    }
    #expect(try audit(server) == ["ann app open user:bob performed", "ann app dismiss window:\(bob.id) performed"])
    #expect(!bob.isAttached)
  }

  @Test func `S22: acts that can't be done at once are recorded as failed, up to the member's number in an hour`()
    throws
  {
    var limits = HubLimits()
    limits.auditRecordsOfMember = 2
    let server = try server(.single, limits)
    let ann = try server.open(user: "ann")
    _ = try server.open(user: "bob")
    let all = try windows(of: ann)
    try server.step { $0.limits.windowMemory = 1 }
    try ann.run { all.open("incident", value: 1, for: "bob") }
    #expect(try audit(server) == ["ann app open user:bob failed"])
    for value in 2..<5 { try ann.run { all.open("incident", value: value, for: "bob") } }
    #expect(try audit(server) == Array(repeating: "ann app open user:bob failed", count: 2))
  }

  @Test(arguments: 1...4) func `S22: an act for a member who can't be read now is done a moment later`(call: Int) throws
  {
    let store = HeldStore()
    let server = try TestServer(app: DispatchApp(.single), store: store)
    let ann = try server.open(user: "ann")
    let bob = try server.open(user: "bob", roles: ["chief"], scene: "chief")
    try bob.disconnect()
    try server.advance(by: .seconds(1801))
    try ann.reconnect()
    let all = try windows(of: ann)
    store.fault = HeldStore.Fault(call: store.callCount + call, kind: .refuses)
    try ann.run { all.open("chief", for: "bob") }
    try server.advance(by: .seconds(10))
    #expect(try audit(server) == ["ann app open user:bob performed"])
  }
}
