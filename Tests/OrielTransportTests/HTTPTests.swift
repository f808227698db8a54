import OrielGateway
import OrielHub
import OrielTransport
import Testing

private let policy = "default-src 'self'"

@Suite(.ownThread) struct HTTPTests {
  @Test func `a client that leaves before its answer is noticed`() async throws {
    try await with(TestServer()) { server in
      var client: RawClient? = try RawClient(port: server.port)
      try client?.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
      guard case .requested = await server.events.next() else {
        Issue.record("It was not asked")
        return
      }
      client = nil
      #expect(await server.events.next() == .cancelled)
    }
  }

  @Test func `an answer has its length, a date and the common headers`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      var answer = try client.ask("GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
      let date = answer.headers.removeValue(forKey: "date") ?? ""
      #expect(date.wholeMatch(of: /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/) != nil)
      #expect(
        answer
          == Answer(
            status: 200,
            headers: [
              "content-type": "text/plain; charset=utf-8", "content-length": "10", "content-security-policy": policy,
            ], body: "GET /page\n"))
    }
  }

  @Test func `a page has further header fields, which its own win over`() async throws {
    let own: HTTPHeaders = ["content-type": "text/html; charset=utf-8", "referrer-policy": "no-referrer"]
    let answers: [String: HTTPHeaders] = ["/page": ["content-type": "text/html"], "/own": own]
    let server = try await TestServer({
      $0.pageHeaders = ["referrer-policy": "same-origin", "permissions-policy": "usb=()"]
    }) { HTTPResponse(status: 200, headers: answers[$0.path] ?? ["content-type": "text/css"]) }
    try await with(server) { server in
      let client = try RawClient(port: server.port)
      let told = try ["/page", "/own", "/style"].map { path in
        let headers = try client.ask("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n").headers
        return ["referrer-policy", "permissions-policy", "content-security-policy"].map { headers[$0] }
      }
      #expect(
        told == [["same-origin", "usb=()", policy], ["no-referrer", "usb=()", policy], [nil, nil, policy]])
    }
  }

  @Test func `a handler sees the caller's address`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      _ = try client.ask("GET /?q HTTP/1.1\r\nHost: x\r\nAccept: a\r\n\r\n")
      let expected = HTTPRequest(path: "/", query: "q", headers: ["host": "x", "accept": "a"])
      #expect(await server.events.next() == .requested(expected))
    }
  }

  @Test func `HEAD is answered without the body`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", hasBody: false)
      #expect(answer.headers["content-length"] == "7")
      #expect(try client.ask("GET /next HTTP/1.1\r\nHost: x\r\n\r\n").body == "GET /next\n")
    }
  }

  @Test func `304 has neither body nor length`() async throws {
    try await with(TestServer(respond: { _ in HTTPResponse(status: 304, headers: ["etag": "\"1\""]) })) { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        let answer = try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.status == 304)
        #expect(answer.headers["content-length"] == nil)
        #expect(answer.headers["etag"] == "\"1\"")
      }
    }
  }

  @Test func `requests that come together are answered in order`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      try client.send((1...20).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      for number in 1...20 { #expect(try client.readAnswer().body == "GET /\(number)\n") }
    }
  }

  @Test func `of requests that come together some are answered, then others have their turn`() async throws {
    // Without time for what comes at once, there is one request in each turn.
    try await with(TestServer(sliceTime: 0)) { server in
      let (many, other) = (try RawClient(port: server.port), try RawClient(port: server.port))
      try many.send((1...200).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
      #expect(try other.ask("GET /other HTTP/1.1\r\nHost: x\r\n\r\n").body == "GET /other\n")
      for number in 1...200 { #expect(try many.readAnswer().body == "GET /\(number)\n") }
      var order: [String] = []
      while order.count < 201, case .requested(let request) = await server.events.next() { order.append(request.path) }
      #expect(order.firstIndex(of: "/other")! < 150)
    }
  }

  @Test func `a request whose network owes time is answered when that is paid, and those behind it after it`()
    async throws
  {
    try await with(TestServer(owing: 1)) { server in
      let client = try RawClient(port: server.port)
      try client.send("GET /owing HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.readAnswer().body == "GET /owing\n")
      #expect(try client.readAnswer().body == "GET /next\n")
    }
  }

  @Test func `a request may come in single bytes, after empty lines`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      for byte in "\r\nPOST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc".utf8 {
        try client.send([byte])
      }
      #expect(try client.readAnswer().status == 200)
      guard case .requested(let request) = await server.events.next() else { return }
      #expect(request.body == Array("abc".utf8))
    }
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"])
  func `a connection that shall close does`(request: String) async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask(request)
      #expect(answer.headers["connection"] == "close")
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `an answer can come later`() async throws {
    try await with(LateServer()) { server in
      let client = try RawClient(port: server.port)
      try client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try client.readAnswer().body == "/1\n")
      #expect(try client.readAnswer().body == "/2\n")
    }
  }

  @Test func `a client that waits for 100 gets it`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let head = "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"
      #expect(try client.ask(head, hasBody: false).status == 100)
      #expect(try client.ask("ab").status == 200)
    }
  }

  @Test func `an answer larger than the socket's buffers arrives whole`() async throws {
    let page = [UInt8](repeating: 0x61, count: 8 << 20)
    try await with(TestServer(respond: { _ in HTTPResponse(status: 200, body: page) })) { server in
      let client = try RawClient(port: server.port)
      #expect(try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").body.utf8.count == page.count)
      #expect(try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    }
  }

  @Test func `an answer's own header wins over the common one, and cannot become two`() async throws {
    let headers: HTTPHeaders = ["content-security-policy": "none", "x-evil": "a\r\nx-other: b"]
    let without: HTTPHeaders = ["content-security-policy": ""]
    let respond = { @Sendable (request: HTTPRequest) in
      HTTPResponse(status: 200, headers: request.path == "/without" ? without : headers)
    }
    try await with(TestServer(respond: respond)) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.headers["content-security-policy"] == "none")
      #expect(answer.headers["x-evil"] == nil)
      #expect(answer.headers["x-other"] == nil)
      let bare = try client.ask("GET /without HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(bare.headers.keys.sorted() == ["content-length", "date"])
    }
  }
}

/// Requests that are a connection's last.
@Suite(.ownThread) struct HTTPRefusalTests {
  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 400), ("garbage\r\n\r\n", 400),
    ("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100001\r\n\r\n", 413),
    ("POST /elsewhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na", 413),
    ("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST /upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ("GET / HTTP/1.1\r\nHost: x\r\nLong: " + String(repeating: "a", count: 16_384), 431),
    ("GET / HTTP/1.1\r\nHost: x\r\nLong: " + String(repeating: "a", count: 16_384) + "\r\n\r\n", 431),
    ("GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
  ])
  func `what cannot be taken is refused, and the connection ends`(request: String, status: Int) async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask(request)
      #expect(answer.status == status)
      #expect(answer.headers["connection"] == "close")
      #expect(answer.headers["content-security-policy"] == policy)
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `a refused client that goes on sending still gets its answer`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let body = String(repeating: "a", count: 1 << 20)
      let answer = try client.ask(
        "POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
      #expect(answer.status == 413)
    }
  }

  @Test(arguments: ["", "GET / HTTP/1.1\r\nHo"]) func `a head that does not come is not waited for`(start: String)
    async throws
  {
    try await with(TestServer { $0.headDeadline = 1 }) { server in
      let client = try RawClient(port: server.port)
      try? client.send(start)
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `a dripping head is not waited for`() async throws {
    // So large that nothing but the deadline ends it.
    try await with(
      TestServer {
        $0.headDeadline = 50
        $0.headBytes = .max
      }
    ) { server in
      let client = try RawClient(port: server.port)
      #expect(throws: RawClient.Failure.self) {
        try client.send("GET / HTTP/1.1\r\nA: ")
        while true { try client.send("a") }
      }
    }
  }

  @Test func `a body that does not come is not waited for`() async throws {
    try await with(TestServer { $0.bodyDeadline = 1 }) { server in
      let client = try RawClient(port: server.port)
      try client.send("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `a connection without requests is not kept for ever`() async throws {
    try await with(TestServer { $0.keepAlive = 1 }) { server in
      let client = try RawClient(port: server.port)
      #expect(try client.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `a client that does not read its answer is cut`() async throws {
    let page = [UInt8](repeating: 0x61, count: 8 << 20)
    try await with(TestServer({ $0.answerDeadline = 1 }, respond: { _ in HTTPResponse(status: 200, body: page) })) {
      server in
      let client = try RawClient(port: server.port, receiveBuffer: 65_536)
      try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      // Nothing is read until the server has given up: reading would let the answer go on.
      _ = await server.events.next()
      while await server.server.counts().requests > 0 { await Task.yield() }
      #expect(throws: RawClient.Failure.self) { try client.readAnswer() }
    }
  }

  @Test func `HTTP connections of a network over its limit are turned away, WebSockets aside`() async throws {
    let server = try await TestServer {
      $0.requestsOfNetwork = 1
      $0.limitsThisMachine = true
    }
    try await with(server) { server in
      let socket = try RawClient.webSocket(port: server.port)
      let only = try RawClient(port: server.port)
      #expect(try only.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
      #expect(try RawClient(port: server.port).readToEnd() == [])
      try socket.send(.text("still here"))
      #expect(try socket.readFrame() == .text("still here"))
      #expect(try only.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n").status == 200)
    }
  }

  @Test func `connections over the limit are turned away`() async throws {
    try await with(TestServer { $0.connections = 1 }) { server in
      let first = try RawClient.webSocket(port: server.port)
      #expect(try RawClient(port: server.port).readToEnd() == [])
      try first.send(.text("still here"))
      #expect(try first.readFrame() == .text("still here"))
    }
  }
}

/// Answers each request in a later turn of the loop.
private func LateServer() async throws -> TestServer {
  try await TestServer(answerLater: true, respond: { .text(200, $0.path) })
}
