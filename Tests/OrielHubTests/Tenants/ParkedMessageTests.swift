import Oriel
import OrielTesting
import Testing

@testable import OrielHub

/// Messages to a tenant's object that have crashed the process.
struct ParkedMessageTests {
  let journal = ScriptedJournal()
  let server: TestServer

  init() throws {
    server = try TestServer(
      app: NoteDeskApp(tenancy: .claim("room")), store: TestStore(outlivesProcess: true), journal: journal)
  }

  @Test func `a message that crashes the process is gone, and after three the others wait`() throws {
    let (a, b) = (try server.open(tenant: "a"), try server.open(tenant: "b"))
    try a.tap("Post two to b")
    #expect(b.text.first == "received 1 of a 2 of a")
    var turn = try #require(journal.take().last { $0.kind == .message })
    #expect("\(turn)" == "handling a message to NoteDesk")
    turn.event = 3
    journal.died(in: turn)
    try server.restart()
    for window in [a, b] { try window.reconnect() }
    try a.tap("Post two to b")
    #expect(b.text.first == "received 1 of a 2 of a 2 of a")
    for event in 105...106 {
      turn.event = event
      journal.died(in: turn)
    }
    try server.restart()
    for window in [a, b] { try window.reconnect() }
    try a.tap("Post two to b")
    try b.tap("Now")
    try server.advance(by: .seconds(1))
    #expect(b.text.first == "received 1 of a 2 of a 2 of a")
    // The rest of the tenant goes on.
    try b.tap("By a user's object")
    #expect(b.text[1] == "0 failed")
    try server.restart()
    for window in [a, b] { try window.reconnect() }
    #expect(try parked() == [.messages("b", to: "NoteDesk")])
    #expect(try retry("a") == 0)
    #expect(try retry("b") == 1)
    try server.advance(by: .seconds(1))
    #expect(b.text.first == "received 1 of a 2 of a 2 of a 1 of a 2 of a once of b")
    try server.restart()
    try b.reconnect()
    #expect(b.text.first == "received 1 of a 2 of a 2 of a 1 of a 2 of a once of b")
  }

  @Test func `a tenant that can't be loaded is tried again by itself`() throws {
    let subject = Parked.Subject.tenant("a")
    for _ in 0..<3 { journal.died(in: CrashJournalEntry(.load, of: subject.text)) }
    try server.restart()
    #expect(throws: TestError.refused(.parked)) { try server.open(tenant: "a") }
    #expect(try parked() == [subject])
    #expect(try retry("a") == 1)
    #expect(try server.open(tenant: "a").text.first == "received")
  }

  private func parked() throws -> [Parked.Subject] {
    try #require(try server.ask { hub in await hub.findParked() }).map(\.subject)
  }

  private func retry(_ tenant: Tenant) throws -> Int {
    try #require(try server.ask(on: server.hub(of: tenant)) { hub in await hub.retryOnAllHubs(.tenant(tenant)) })
  }
}
