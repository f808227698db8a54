import OrielGateway
import OrielHub
import OrielTransport
import Testing

private func post(_ length: Int, _ more: String = "") -> String {
  "POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
}

@Suite(.ownThread) struct StreamedBodyTests {
  @Test func `a body is handed on as it comes, and the connection stays`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      try client.send(post(5) + "ab")
      #expect(await server.events.next() == .piece(2))
      try client.send("cde" + post(0) + "GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.readAnswer().body == "5\n")
      #expect(try client.readAnswer().body == "0\n")
      #expect(try client.readAnswer().body == "GET /next\n")
      #expect(await server.events.next(3) == [.piece(3), .ended, .ended])
    }
  }

  @Test func `a large body is never in memory, and arrives whole`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let count = 20 << 20
      try client.send(post(count))
      try client.send([UInt8](repeating: 0x61, count: count))
      #expect(try client.readAnswer().body == "\(count)\n")
      var sum = 0
      while case .piece(let bytes) = await server.events.next() {
        #expect(bytes <= 65_536)
        sum += bytes
      }
      #expect(sum == count)
    }
  }

  @Test func `a full receiver is given no more bytes`() async throws {
    try await with(TestServer(streamed: .stalls)) { server in
      let client = try RawClient(port: server.port)
      try client.send(post(1 << 30) + "a")
      #expect(await server.events.next() == .piece(1))
      try client.send("b")
      // Another connection is served meanwhile, and nothing was read of this one.
      let other = try RawClient(port: server.port)
      #expect(try other.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
      let request = HTTPRequest(path: "/", headers: ["host": "x"])
      #expect(await server.events.next() == .requested(request))
    }
  }

  @Test func `a connection that is cut calls the body off`() async throws {
    try await with(TestServer()) { server in
      var client = try RawClient(port: server.port)
      try client.send(post(10) + "abc")
      #expect(await server.events.next() == .piece(3))
      client = try RawClient(port: server.port)
      #expect(await server.events.next() == .cancelled)
      #expect(try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    }
  }

  @Test func `a server that ends calls off what was not answered`() async throws {
    let server = try await TestServer(streamed: .keepsSilent)
    let client = try RawClient(port: server.port)
    try client.send(post(3) + "abc")
    #expect(await server.events.next(2) == [.piece(3), .ended])
    await server.stop()
    #expect(await server.events.next() == .cancelled)
  }

  @Test func `a refusal in the middle is the connection's last answer`() async throws {
    try await with(TestServer(streamed: .refuses)) { server in
      let client = try RawClient(port: server.port)
      try client.send(post(1 << 20) + "abc")
      let answer = try client.readAnswer()
      #expect((answer.status, answer.headers["connection"]) == (507, "close"))
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next() == .piece(3))
    }
  }

  @Test func `a body without a receiver is answered before it arrives`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask(
        "POST /closed HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
      #expect((answer.status, answer.headers["connection"]) == (404, "close"))
      #expect(try client.readToEnd() == [])
      let empty = try RawClient(port: server.port)
      #expect(try empty.ask("POST /closed HTTP/1.1\r\nHost: x\r\n\r\n").headers["connection"] == nil)
    }
  }

  @Test func `a client that waits for 100 is told to go on`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      #expect(try client.ask(post(2, "Expect: 100-continue\r\n"), hasBody: false).status == 100)
      #expect(try client.ask("ab").body == "2\n")
    }
  }

  @Test(arguments: ["", "a"]) func `a body that stands still is called off`(start: String) async throws {
    try await with(TestServer { $0.bodyDeadline = 1 }) { server in
      let client = try RawClient(port: server.port)
      try client.send(post(10) + start)
      #expect(try client.readToEnd() == [])
      var last = await server.events.next()
      if case .piece = last { last = await server.events.next() }
      #expect(last == .cancelled)
    }
  }

  @Test func `a body that drips ends at the slowest rate that is allowed`() async throws {
    try await with(
      TestServer {
        $0.bodyDeadline = 20
        $0.bodyBytes = 1 << 30
      }
    ) { server in
      let client = try RawClient(port: server.port)
      try client.send(post(1 << 20))
      #expect(throws: RawClient.Failure.self) {
        while true { try client.send("a") }
      }
    }
  }
}
