import Testing

@Suite(.ownThread) struct EchoTests {
  @Test func `a message comes back`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("hello"))
      #expect(try client.readFrame() == .text("hello"))
      #expect(await server.events.next(2) == [.opened, .received("hello")])
    }
  }

  @Test func `a page is served`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask("GET /a%20b?q=%41 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.status == 200)
      #expect(answer.body == "GET /a%20b\n")
    }
  }
}
