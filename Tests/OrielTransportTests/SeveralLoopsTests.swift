import Dispatch
import Foundation
import OrielTransport
import OrielWire
import Testing

/// Servers of one process, each on a loop of its own, that listen on one socket.
@Suite(.ownThread) struct SeveralLoopsTests {
  @Test func `a WebSocket is on the loop that its request names, wherever it was accepted`() async throws {
    try await with(ServerPair()) { pair in
      var clients: [RawClient] = []
      for loop in [0, 1, 1, 0, 1] {
        let client = try pair.webSocket(of: loop)
        try client.send(.text("where"))
        #expect(try client.readFrame() == .text("loop \(loop)"))
        clients.append(client)
      }
      #expect(await pair.counts() == [[0, 2], [0, 3]])
    }
  }

  @Test func `no connection is accepted before all loops can serve it`() async throws {
    let answered = DispatchSemaphore(value: 0)
    // Without this, a page whose window is on the second loop was passed on to nobody.
    let former = try await TestServer()
    let port = former.port
    await former.stop()
    let pair = try await ServerPair {
      $0.port = port
    } whenTheLastIsMade: {
      Thread.detachNewThread {
        guard let client = try? RawClient(port: port) else { return }
        if (try? client.ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")) != nil { answered.signal() }
      }
      let early = answered.wait(timeout: .now() + 1)
      #expect(early == .timedOut)
      if early == .success { answered.signal() }
    }
    answered.wait()
    await pair.stop()
  }

  @Test func `a request is handed over with the first bytes of its body`() async throws {
    try await with(ServerPair()) { pair in
      for loop in [0, 1] {
        let client = try RawClient(port: pair.port)
        try client.send("POST /upload?loop=\(loop) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhello")
        try client.send("world")
        #expect(try client.readAnswer().body == "loop \(loop): helloworld\n")
      }
    }
  }

  @Test func `each request of a connection is answered by the loop that it names`() async throws {
    try await with(ServerPair()) { pair in
      let client = try RawClient(port: pair.port)
      for loop in [0, 1, 0, 1, 1] {
        let answer = try client.ask("GET /page?loop=\(loop) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.body == "loop \(loop): \n")
      }
      #expect(await pair.counts() == [[0, 0], [1, 0]])
    }
  }

  @Test func `a connection that is handed over again and again ends, and its peer comes on another`() async throws {
    try await with(ServerPair()) { pair in
      let client = try RawClient(port: pair.port)
      try client.send((0..<40).map { "GET /page?loop=\($0 % 2) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      var answers: [String] = []
      while answers.last != "close" { answers.append(try client.readAnswer().headers["connection"] ?? "stays") }
      #expect((8...9).contains(answers.count))
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `requests that come at once are answered in order, by whichever loop`() async throws {
    try await with(ServerPair()) { pair in
      let client = try RawClient(port: pair.port)
      let loops = [1, 0, 0, 1, 0]
      try client.send(loops.map { "GET /page?loop=\($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      #expect(try loops.map { _ in try client.readAnswer().body } == loops.map { "loop \($0): \n" })
    }
  }

  @Test func `the connections of all loops are counted together`() async throws {
    try await with(ServerPair { $0.connections = 4 }) { pair in
      var clients = try [0, 1, 0, 1].map { try pair.webSocket(of: $0) }
      #expect(try RawClient(port: pair.port).readToEnd() == [])
      try clients[1].send(ClientFrame(opcode: 8, payload: [0x03, 0xE8]))
      _ = try clients[1].readToEnd()
      clients.remove(at: 1)
      // The client sees the end of the connection a moment before the server has counted it.
      while await pair.counts() != [[0, 2], [0, 1]] { await Task.yield() }
      let another = try pair.webSocket(of: 1)
      try another.send(.text("where"))
      #expect(try another.readFrame() == .text("loop 1"))
    }
  }

  @Test func `connections are counted while the loop that they are handed to takes none`() async throws {
    try await with(ServerPair { $0.connections = 4 }) { pair in
      let (began, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      pair.servers[1].server.hub.run { _ in
        began.signal()
        goOn.wait()
      }
      began.wait()
      let clients = try (0..<4).map { _ in try RawClient(port: pair.port) }
      for client in clients { try client.send("GET /page?loop=1 HTTP/1.1\r\nHost: localhost\r\n\r\n") }
      #expect(try RawClient(port: pair.port).readToEnd() == [])
      goOn.signal()
      for client in clients { #expect(try client.readAnswer().body == "loop 1: \n") }
      #expect(await pair.counts() == [[0, 0], [4, 0]])
    }
  }

  @Test func `a connection for a server that has ended is closed`() async throws {
    try await with(ServerPair()) { pair in
      await pair.servers[1].server.shutdown()
      let client = try RawClient(port: pair.port)
      try client.send("GET /page?loop=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.readToEnd() == [])
      let answer = try RawClient(port: pair.port).ask("GET /page?loop=0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(answer.body == "loop 0: \n")
    }
  }
}
