import OrielDocument
import OrielTesting
import Testing

@testable import Gallery

@Suite("The dispatch room")
struct DispatchTests {
  let server: TestServer
  let desk: TestWindow

  init() throws {
    server = try TestServer(app: GalleryApp())
    desk = try server.open(scene: "dispatch")
  }

  private func operations() throws -> Operations { try desk.find(DispatchBoardModel.self).operations }

  @Test func `a supervisor opens an incident on a dispatcher's screen, and the half-typed note there stays`() throws {
    try desk.table("Incidents").select("4103")
    #expect(desk.screenTitle == "4103 · Chest pain, male 58")
    try desk.type("Wife says he is aw", into: "note")
    try desk.tap("try")
    let supervisor = try desk.openWindow()
    #expect(supervisor.screenTitle == "Supervisor")
    #expect(supervisor.reads("Desk 1", "4103 · Chest pain, male 58", "✎ “Wife says he is aw”"))
    try supervisor.table("Incidents").select("4105")
    #expect(desk.screenTitle == "4103 · Chest pain, male 58")
    // When the dispatcher pauses.
    try server.advance(by: .milliseconds(1500))
    #expect(desk.screenTitle == "4105 · Smell of gas")
    #expect(desk.reads("The supervisor put this on your screen."))
    try desk.tap("return")
    #expect(desk.screenTitle == "4103 · Chest pain, male 58")
    #expect(desk.element("note")?["text"] == "Wife says he is aw")
    #expect(server.warnings == [])
  }

  @Test func `of two desks the supervisor sends to the one that was chosen`() throws {
    let second = try server.open(scene: "dispatch")
    let supervisor = try server.open(scene: "dispatch-supervisor")
    try supervisor.choose("Desk 1", in: "target")
    try supervisor.table("Incidents").select("4102")
    #expect(desk.screenTitle == "4102 · Lift stuck, two people")
    #expect(second.screenTitle == "Dispatch · Desk 2")
    try second.leave()
    #expect(supervisor.element("target") == nil)
    #expect(!supervisor.reads("Desk 2"))
  }

  @Test func `a desk whose dispatcher has left gets nothing, and says since when`() throws {
    let second = try server.open(user: "bea", scene: "dispatch")
    let supervisor = try server.open(scene: "dispatch-supervisor")
    try second.disconnect()
    try server.advance(by: .seconds(3))
    #expect(supervisor.element("target") == nil)
    #expect(supervisor.reads("Desk 2 left"))
    try supervisor.table("Incidents").select("4102")
    #expect(desk.screenTitle == "4102 · Lift stuck, two people")
    try second.reconnect()
    #expect(second.screenTitle == "Dispatch · Desk 2")
    #expect(supervisor.element("target") != nil)
    #expect(!supervisor.reads("Desk 2 left"))
  }

  @Test func `a closed incident leaves the board, with a half-typed note after five minutes`() throws {
    try desk.openURL("/dispatch/incident/4100")
    try desk.type("Two peo", into: "note")
    let operations = try operations()
    try desk.run { operations.change(4100) { $0.close("Over") } }
    try server.advance(by: .seconds(300))
    #expect(operations[4100] != nil)
    try server.advance(by: .seconds(30))
    #expect(operations[4100] == nil)
  }

  @Test func `a half-typed note outlives a restart, and so does what was done`() throws {
    try desk.openURL("/dispatch/incident/4100")
    try desk.tap("Send E3")
    try desk.type("Two people on the ro", into: "note")
    try desk.restart()
    #expect(desk.screenTitle == "4100 · Kitchen fire")
    #expect(desk.element("note")?["text"] == "Two people on the ro")
    #expect(desk.reads("Sent: E3"))
    try desk.tap("add")
    #expect(try operations()[4100]?.log.map(\.text) == ["E3 assigned by Desk 1", "Two people on the ro"])
    #expect(desk.element("note")?["text"] == "")
    #expect(server.warnings == [])
  }

  @Test func `the town moves with the clock, once for all windows, and goes on after a restart`() throws {
    let other = try server.open(scene: "dispatch")
    let age = try #require(try operations()[4106]?.seconds)
    try server.advance(by: .seconds(4))
    #expect(try operations()[4106]?.seconds == age + 4)
    try desk.leave()
    try server.advance(by: .seconds(4))
    #expect(try other.find(DispatchBoardModel.self).operations[4106]?.seconds == age + 8)
    try other.restart()
    try server.advance(by: .seconds(2))
    #expect(try other.find(DispatchBoardModel.self).operations[4106]?.seconds == age + 10)
  }

  @Test func `an incident is sent for, reached, closed and taken off the board`() throws {
    try desk.table("Incidents").select("4106")
    try desk.tap("Send R2")
    #expect(try operations()[4106]?.status == .underWay)
    try server.advance(by: .seconds(14))
    #expect(try operations()[4106]?.status == .onScene)
    try desk.tap("finish")
    #expect(try operations()[4106]?.status == .onScene)
    #expect(desk.layers == ["dialog"])
    try desk.choose("Close it")
    #expect(try operations()[4106]?.status == .closed)
    #expect(try operations().freeUnits.contains("R2"))
    try server.advance(by: .seconds(20))
    #expect(desk.reads("This incident is closed and has left the board."))
  }

  @Test func `before an incident is closed, a dialog says what will happen, and closes nothing when it is left`() throws
  {
    try desk.table("Incidents").select("4106")
    try desk.tap("Send R2")
    try desk.type("Bandaged, wai", into: "note")
    try desk.tap("finish")
    #expect(
      desk.reads(
        "Close incident 4106?",
        "It leaves the board and can’t be reopened. R2 will be free again. The half-typed note is not in the log yet."))
    try desk.choose("Keep it open")
    #expect(desk.layers == [])
    #expect(try operations()[4106]?.status == .underWay)
    try desk.tap("finish")
    try desk.restart()
    try desk.choose("Close it")
    #expect(try operations()[4106]?.status == .closed)
    #expect(server.warnings == [])
  }

  @Test func `however long it runs, the board and the logs are bounded`() throws {
    let operations = try operations()
    try desk.run {
      for _ in 0..<5_000 {
        operations.beat()
        for incident in operations.incidents { operations.change(incident.id) { $0.draft = "Still typing" } }
      }
    }
    #expect((14...Operations.limit).contains(operations.incidents.count))
    try desk.run {
      for _ in 0..<50 {
        operations.change(operations.incidents[0].id) {
          $0.draft = "Again"
          $0.addDraft()
        }
      }
    }
    #expect(operations.incidents[0].log.count == Incident.logLimit)
    #expect(server.warnings == [])
  }

  @Test func `an incident in a window of its own keeps the town moving`() throws {
    try desk.table("Incidents").select("4101")
    try desk.tap("own")
    let own = try desk.openWindow()
    #expect(own.screenTitle == "4101 · Fall, conscious")
    try own.type("She is aw", into: "note")
    #expect(desk.element("note")?["text"] == "She is aw")
    try desk.leave()
    let before = own.document
    try server.advance(by: .seconds(2))
    #expect(own.document != before)
  }

  @Test func `on a desk only one button is called close`() throws {
    try desk.table("Incidents").select("4101")
    #expect(desk.text.filter { $0.contains("Close") } == ["Close the incident"])
    try desk.tap("Hide the panel")
    #expect(desk.screenTitle == "Dispatch · Desk 1")
  }

  @Test func `what is not on the board opens nothing`() throws {
    #expect(try desk.openURL("/dispatch/incident/1") == .rejected(.notExecutable, "There is nothing at this address"))
    try desk.table("Incidents").select("nonsense")
    #expect(desk.screenTitle == "Dispatch · Desk 1")
    let gone = try server.open(scene: "dispatch-incident", value: 1)
    #expect(gone.screenTitle == "Closed")
  }
}
