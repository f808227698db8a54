import Dispatch
import OrielGateway
import Testing

@testable import OrielTransport

@Suite(.ownThread) struct HandshakeTests {
  @Test(arguments: ["oriel.v1", "bearer.xyz, oriel.v1", "oriel.v1, bearer.a.b-c_d~e"])
  func `the accepted subprotocol is answered, with the common headers`(offered: String) async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask(request(["Sec-WebSocket-Protocol: \(offered)"]), hasBody: false)
      #expect(answer.status == 101)
      #expect(answer.headers["sec-websocket-protocol"] == "oriel.v1")
      #expect(answer.headers["content-security-policy"] == "default-src 'self'")
      // The example of RFC 6455 §1.3.
      #expect(answer.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
      #expect(answer.headers["sec-websocket-extensions"] == nil)
    }
  }

  @Test func `extensions are not negotiated`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let answer = try client.ask(request(["Sec-WebSocket-Extensions: permessage-deflate"]), hasBody: false)
      #expect(answer.status == 101)
      #expect(answer.headers["sec-websocket-extensions"] == nil)
    }
  }

  @Test(arguments: [nil, "8", "13, 13", ""]) func `another version is 426`(version: String?) async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let field = version.map { "Sec-WebSocket-Version: \($0)\r\n" } ?? ""
      let answer = try client.ask(RawClient.handshakeHead + field + "\r\n")
      #expect(answer.status == 426)
      #expect(answer.headers["sec-websocket-version"] == "13")
      #expect(answer.headers["upgrade"] == "websocket")
      #expect(answer.headers["connection"] == "close, upgrade")
    }
  }

  @Test(arguments: [
    RawClient.handshake.replacing("GET", with: "POST"), RawClient.handshake.replacing("HTTP/1.1", with: "HTTP/1.0"),
    RawClient.handshake.replacing("keep-alive, Upgrade", with: "keep-alive"),
    RawClient.handshake.replacing("dGhlIHNhbXBsZSBub25jZQ==", with: "short"),
    RawClient.handshake.replacing("Sec-WebSocket-Key", with: "Sec-WebSocket-Kex"),
    RawClient.handshake.replacing("\r\n\r\n", with: "\r\nContent-Length: 1\r\n\r\na"),
    RawClient.handshake + "\u{1}\u{1}",
  ])
  func `a handshake of a wrong form is 400`(handshake: String) async throws {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      #expect(try client.ask(handshake).status == 400)
      #expect(try client.readToEnd() == [])
    }
  }

  @Test(arguments: ["h2c", "foo", "TLS/1.0, HTTP/1.1"]) func `another upgrade is ignored`(upgrade: String) async throws
  {
    try await with(TestServer()) { server in
      let client = try RawClient(port: server.port)
      let fields = "Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
      let answer = try client.ask("GET /h2 HTTP/1.1\r\nUpgrade: \(upgrade)\r\n\(fields)\r\n")
      #expect(answer.body == "GET /h2\n")
    }
  }

  @Test func `a refusal is the handler's answer, and the connection stays`() async throws {
    let refusal = HTTPResponse.text(401, "Who are you?", headers: ["www-authenticate": "Bearer"])
    try await with(TestServer(refusal: refusal)) { server in
      let client = try RawClient(port: server.port)
      for _ in 0..<2 {
        let answer = try client.ask(RawClient.handshake)
        #expect(answer.status == 401)
        #expect(answer.body == "Who are you?\n")
        #expect(answer.headers["www-authenticate"] == "Bearer")
        #expect(answer.headers["content-security-policy"] == "default-src 'self'")
      }
    }
  }

  @Test func `a connection is counted before its client knows of it`() async throws {
    let mayGoOn = DispatchSemaphore(value: 0)
    try await with(TestServer(opening: { mayGoOn.wait() })) { server in
      let client = try RawClient(port: server.port)
      try client.send(RawClient.handshake)
      #expect(await server.events.next() == .opened)
      let knows = client.hasUnread
      mayGoOn.signal()
      #expect(!knows)
      #expect(try client.readAnswer(hasBody: false).status == 101)
    }
  }

  @Test func `a subprotocol that is not configured closes what was opened`() async throws {
    try await with(TestServer { $0.subprotocols = ["other"] }) { server in
      let client = try RawClient(port: server.port)
      try client.send(RawClient.handshake)
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next(2) == [.opened, .closed(nil)])
      #expect(await server.server.counts().webSockets == 0)
    }
  }

  @Test func `libwebsockets sees a handshake in our words`() throws {
    let head = try RequestHead(
      Array(RawClient.handshake.replacing("Host: localhost", with: "Host: evil\r\nX: y").dropLast(4).utf8),
      remoteAddress: "")
    let lines = [
      "GET / HTTP/1.1", "Host: oriel", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: oriel.v1",
    ]
    let written = try Handshake(head).canonicalRequest(subprotocol: "oriel.v1")
    #expect(String(decoding: written, as: UTF8.self) == lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  private func request(_ fields: [String]) -> String {
    RawClient.handshakeHead + (["Sec-WebSocket-Version: 13"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
  }
}
