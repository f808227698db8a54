import OrielDocument
import OrielHub
import OrielSystem
import OrielTransport
import Testing

@testable import OrielGateway

@Suite(.ownThread) struct UploadTests {
  @Test func `a file goes to the disk, and its window hears of it by its id`() async throws {
    try await with(UploadServer()) { server in
      let visitor = try await server.visit()
      let answer = try visitor.send(
        "hello", "Content-Type: text/plain", "Content-Disposition: attachment; filename*=UTF-8''%C3%A4%20b.txt")
      #expect(answer.status == 201)
      #expect(answer.headers["content-type"] == "application/json")
      #expect(answer.headers["cache-control"] == "no-store")
      let id = try #require(try JSONReader.value(from: Array(answer.body.utf8))["id"]?.stringValue)
      let file = "\(visitor.window.rawValue)/\(id)"
      #expect(server.files == [file])
      #expect(server.contents(of: file) == Array("hello".utf8))
      let body = await server.name([id], by: visitor)
      #expect(body?[1]?["text"] == "ä b.txt|text/plain|5")
    }
  }

  @Test func `a file in many pieces arrives whole, an empty one too`() async throws {
    try await with(UploadServer()) { server in
      let visitor = try await server.visit()
      let bytes = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let client = try RawClient(port: server.port)
      try client.send(visitor.head(bytes.count))
      try client.send(bytes)
      #expect(try client.readAnswer().status == 201)
      let file = try #require(server.files.first)
      #expect(server.contents(of: file) == bytes)
      #expect(try client.ask(visitor.head(0)).status == 201)
      #expect(server.files.count == 2)
    }
  }

  @Test func `a cut connection leaves nothing behind, and a closed window only what came whole`() async throws {
    try await with(UploadServer()) { server in
      let visitor = try await server.visit()
      do {
        let client = try RawClient(port: server.port)
        try client.send(visitor.head(10) + "abc")
        while server.files.isEmpty { await Task.yield() }
      }
      while !server.files.isEmpty { await Task.yield() }
      #expect(try visitor.send("hello").status == 201)
      let late = try RawClient(port: server.port)
      try late.send(visitor.head(10) + "abc")
      while server.files.count < 2 { await Task.yield() }
      await server.finish(visitor)
      let answer = try late.ask("defghij")
      #expect((answer.status, answer.body) == (404, "No field accepts this file any more\n"))
      while server.files.count > 1 { await Task.yield() }
    }
  }

  @Test func `a ticket needs its window's user`() async throws {
    try await with(UploadServer()) { server in
      let (visitor, other, chief) = (
        try await server.visit(), try await server.visit(), try await server.visit(asOperator: true)
      )
      func status(_ head: String) throws -> Int { try RawClient(port: server.port).ask(head + "a").status }
      #expect(try status(visitor.head(1)) == 201)
      #expect(try status(other.head(1, ticket: visitor.ticket)) == 404)
      #expect(try status(visitor.head(1, ticket: "none")) == 404)
      #expect(try status(chief.head(1)) == 201)
      #expect(try status(visitor.head(1).replacing(visitor.credentials, with: "Cookie: oriel=u-1.00")) == 401)
      #expect(try status(chief.head(1).replacing(UploadServer.token, with: "wrong")) == 401)
      #expect(try status(visitor.head(1).replacing("Origin: http://x", with: "Origin: https://evil.example")) == 403)
      // Without an origin it is no page, and a cookie alone is not enough.
      #expect(try status(visitor.head(1).replacing("Origin: http://x\r\n", with: "")) == 403)
      #expect(try status(chief.head(1).replacing("Origin: http://x\r\n", with: "")) == 201)
      #expect(server.files.count == 3)
    }
  }

  @Test func `what can't be taken is refused by its head`() async throws {
    var limits = HubLimits()
    limits.uploadBytes = 5
    limits.uploads.perUser = 1
    try await with(UploadServer(limits)) { server in
      let visitor = try await server.visit()
      func answer(_ head: String) throws -> Answer { try RawClient(port: server.port).ask(head) }
      let large = try answer(visitor.head(6))
      #expect((large.status, large.body) == (413, "Files are limited to 5 bytes here\n"))
      #expect(try answer(visitor.head(nil)).status == 411)
      #expect(try answer(visitor.head(nil, ticket: nil, "Transfer-Encoding: chunked") + "0\r\n\r\n").status == 411)
      #expect(try answer(visitor.head(nil, ticket: nil, "Content-Length: -1")).status == 400)
      let got = try answer(visitor.head(nil).replacing("POST", with: "PUT"))
      #expect((got.status, got.headers["allow"]) == (405, "GET, POST, DELETE"))
      let first = try RawClient(port: server.port)
      try first.send(visitor.head(2) + "a")
      while server.files.isEmpty { await Task.yield() }
      #expect(try answer(visitor.head(1) + "b").status == 429)
      #expect(try first.ask("b").status == 201)
      #expect(try answer(visitor.head(1) + "b").status == 201)
    }
  }

  @Test func `without room a file is refused, and its bytes are deleted`() async throws {
    var room = FileRoom()
    room.perFolder = 4
    try await with(UploadServer(room: room)) { server in
      let visitor = try await server.visit()
      #expect(try visitor.send("abcd").status == 201)
      let answer = try visitor.send("e")
      #expect((answer.status, answer.body) == (507, "There is no room for this file\n"))
      #expect(server.files.count == 1)
    }
  }

  @Test func `a page of another origin that may connect may send files`() async throws {
    try await with(UploadServer()) { server in
      let chief = try await server.visit(asOperator: true)
      let origin = "https://other.example"
      let question =
        "OPTIONS /upload/\(chief.ticket) HTTP/1.1\r\nHost: x\r\nOrigin: \(origin)\r\n"
        + "Access-Control-Request-Method: POST\r\n\r\n"
      let client = try RawClient(port: server.port)
      let allowed = try client.ask(question, hasBody: false)
      #expect(allowed.status == 204)
      #expect(allowed.headers["access-control-allow-origin"] == origin)
      #expect(allowed.headers["access-control-allow-headers"] == "authorization, content-disposition, content-type")
      let sent = try client.ask(chief.head(1).replacing("http://x", with: origin) + "a")
      #expect((sent.status, sent.headers["access-control-allow-origin"]) == (201, origin))
      let foreign = try client.ask(question.replacing(origin, with: "https://evil.example"), hasBody: false)
      #expect(foreign.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test(arguments: [
    ("attachment; filename*=UTF-8''report%20%282%29.pdf", "report (2).pdf"),
    ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
    ("attachment; filename*=UTF-8''C%3A%5Ca.txt", "a.txt"),
    ("attachment; filename*=UTF-8''a%00%0D%0Ab", "ab"), ("attachment; filename*=UTF-8''%E2%80%AEgpj.exe", "gpj.exe"),
    ("attachment; filename*=UTF-8''..", "file"), ("attachment; filename*=UTF-8''%FF", "file"), ("attachment", "file"),
    ("attachment; filename*=UTF-8''", "file"),
  ])
  func `a name is harmless, whatever the page says`(field: String, name: String) {
    #expect(UploadRequest.name(in: field) == name)
  }
}
