import OrielDocument
import OrielTesting
import Testing

@testable import Gallery

@Suite("The call centre")
struct CallTests {
  let server: TestServer
  let agent: TestWindow

  init() throws {
    server = try TestServer(app: GalleryApp())
    agent = try server.open(scene: "calls")
  }

  private func switchboard() throws -> Switchboard { try agent.find(CallQueueModel.self).switchboard }

  @Test func `a supervisor takes over a conversation with the answer that is half typed`() throws {
    try agent.table("Open a caller to take the call").select("704")
    #expect(agent.screenTitle == "Elif Demir")
    try agent.type("Yes, the contract goes o", into: "answer")
    try agent.tap("try")
    let supervisor = try agent.openWindow()
    #expect(supervisor.reads("Agent 1", "✎ “Yes, the contract goes o”"))
    try supervisor.tap("Take over from Agent 1")
    #expect(supervisor.screenTitle == "Elif Demir")
    #expect(supervisor.element("answer")?["text"] == "Yes, the contract goes o")
    #expect(agent.element("answer") == nil)
    #expect(agent.reads("Supervisor 1 is typing: “Yes, the contract goes o”"))
    try supervisor.type("Yes, the contract goes on.", into: "answer")
    #expect(agent.reads("Supervisor 1 is typing: “Yes, the contract goes on.”"))
    try supervisor.tap("send")
    #expect(
      try switchboard()[704]?.lines.last
        == Call.Line(isCaller: false, speaker: "Supervisor 1", text: "Yes, the contract goes on."))
    try agent.tap("take")
    #expect(agent.element("answer")?["text"] == "")
    #expect(supervisor.element("answer") == nil)
    #expect(server.warnings == [])
  }

  @Test func `one click moves a conversation to another agent's screen`() throws {
    let other = try server.open(scene: "calls")
    try agent.table("Open a caller to take the call").select("703")
    try agent.type("Please hold the but", into: "answer")
    try agent.tap("Hand to Agent 2")
    #expect(other.screenTitle == "Dan Whitlock")
    #expect(other.element("answer")?["text"] == "Please hold the but")
    #expect(agent.element("answer") == nil)
  }

  @Test func `with nothing open, the button takes a call and half types an answer`() throws {
    try agent.tap("try")
    let supervisor = try agent.openWindow()
    #expect(supervisor.reads("✎ “I am sorry to hear that. I can see tha”"))
  }

  @Test func `a half-typed text and the call's holder survive a restart`() throws {
    try agent.table("Open a caller to take the call").select("705")
    try agent.type("The two lines for M", into: "answer")
    try agent.restart()
    #expect(agent.screenTitle == "Farid Nazari")
    #expect(agent.element("answer")?["text"] == "The two lines for M")
    #expect(server.warnings == [])
  }

  @Test func `callers wait, write and are answered by the clock`() throws {
    let before = try switchboard()
    let (called, waited) = (before.called, try #require(before[708]?.seconds))
    try server.advance(by: .seconds(8))
    #expect(try switchboard().called == called + 1)
    #expect(try switchboard()[708]?.seconds == waited + 8)
    try agent.table("Open a caller to take the call").select("708")
    try server.advance(by: .seconds(14))
    #expect(try switchboard()[708]?.lines.count == 2)
    try agent.tap("end")
    #expect(agent.reads("This conversation is over."))
    try server.advance(by: .seconds(120))
    #expect(try switchboard().answered > 1)
  }

  @Test func `however long it runs, calls and lines are bounded`() throws {
    let switchboard = try switchboard()
    try agent.run {
      for _ in 0..<3_000 {
        switchboard.beat()
        for call in switchboard.waiting { switchboard.change(call.id) { $0.take("Agent 1") } }
      }
      switchboard.change(switchboard.calls[0].id) { call in
        for _ in 0..<100 {
          call.draft = "Again"
          call.answer()
        }
      }
    }
    #expect(switchboard.calls.count == Switchboard.limit)
    #expect(switchboard.calls[0].lines.count == Call.lineLimit)
    #expect(server.warnings == [])
  }

  @Test func `no caller waits or talks twice`() throws {
    let switchboard = try switchboard()
    func callers() -> [String] { switchboard.calls.filter { !$0.isOver }.map(\.caller).sorted() }
    #expect(callers() == Set(callers()).sorted())
    try agent.table("Open a caller to take the call").select("704")
    for _ in 0..<300 {
      try agent.run { switchboard.beat() }
      #expect(callers() == Set(callers()).sorted())
    }
    #expect(switchboard.called > 30)
    #expect(callers().contains("Elif Demir"))
  }

  @Test func `no call is handed to an agent who has left, and what they held goes back to the queue`() throws {
    let other = try server.open(user: "bea", scene: "calls")
    let supervisor = try server.open(user: "sue", scene: "calls-supervisor")
    try agent.table("Open a caller to take the call").select("705")
    try other.table("Open a caller to take the call").select("706")
    try other.type("One mom", into: "answer")
    #expect(agent.reads("Hand to Agent 2"))
    try other.disconnect()
    try server.advance(by: .seconds(3))
    #expect(!agent.reads("Hand to Agent 2"))
    #expect(agent.reads("Hand to Supervisor 1"))
    #expect(!supervisor.reads("Take over from Agent 2"))
    #expect(supervisor.reads("Agent 2 left"))
    #expect(try switchboard()[706]?.holder == "Agent 2")
    try server.advance(by: .seconds(30))
    #expect(try switchboard()[706]?.isWaiting == true)
    #expect(try switchboard()[706]?.draft == "One mom")
    #expect(try switchboard()[705]?.holder == "Agent 1")
    try server.advance(by: .seconds(660))
    #expect(!supervisor.reads("Agent 2 left"))
    #expect(server.warnings == [])
  }

  @Test func `an agent who reads along cannot write`() throws {
    try agent.table("Open a caller to take the call").select("700")
    #expect(agent.reads("Mara has this conversation. You are reading along."))
    #expect(agent.element("answer") == nil)
    let gone = try server.open(scene: "calls-conversation", value: 1)
    #expect(gone.reads("This conversation is over."))
  }
}
