import OrielGateway
import OrielHub
import OrielWire
import Testing

/// More than two sockets' buffers take.
private let flood = String(repeating: "a", count: 8 << 20)

@Suite(.ownThread) struct BackpressureTests {
  @Test func `a slow reader is choked, then drained, and gets all in order`() async throws {
    try await with(TestServer(react: flooding)) { server in
      let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
      try client.send(.text("flood"))
      #expect(await server.events.next(2) == [.opened, .received("flood")])
      try client.send(.text("is it choked?"))
      #expect(await server.events.next() == .received("is it choked?"))
      #expect(try client.readFrame() == .text(flood))
      #expect(try client.readFrame() == .text("true"))
      #expect(await server.events.next() == .unchoked)
      try client.send(.text("is it choked?"))
      #expect(try client.readFrame() == .text("false"))
    }
  }

  @Test func `a choked socket that is given more than the cap is cut`() async throws {
    try await with(TestServer({ $0.queuedBytes = 1000 }, react: flooding)) { server in
      let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
      try client.send(.text("flood"))
      #expect(await server.events.next(2) == [.opened, .received("flood")])
      try client.send(.text(String(repeating: "b", count: 600)))
      try client.send(.text(String(repeating: "c", count: 600)))
      _ = await server.events.next(2)
      #expect(await server.events.next() == .closed(nil))
    }
  }

  @Test func `of sockets that together are given more than the server may keep, the slowest are cut`() async throws {
    try await with(TestServer({ $0.heldBytes = 9 << 20 }, react: flooding)) { server in
      let reader = try RawClient.webSocket(port: server.port)
      let slow = try (1...8).map { _ in try RawClient.webSocket(port: server.port, receiveBuffer: 65_536) }
      for client in slow { try client.send(.text("flood")) }
      while await server.events.next() != .closed(nil) {}
      try reader.send(.text("is it choked?"))
      #expect(try reader.readFrame() == .text("false"))
    }
  }

  @Test func `answers that are not read count with what sockets are given`() async throws {
    let page = [UInt8](repeating: 0x61, count: 8 << 20)
    try await with(
      TestServer({ $0.heldBytes = 9 << 20 }, respond: { _ in HTTPResponse(status: 200, body: page) }, react: flooding)
    ) { server in
      let reader = try RawClient.webSocket(port: server.port)
      let slow = try (1...8).map { _ in try RawClient(port: server.port, receiveBuffer: 65_536) }
      for client in slow { try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n") }
      _ = await server.events.next(9)
      while await server.server.counts().requests > 1 { await Task.yield() }
      try reader.send(.text("is it choked?"))
      #expect(try reader.readFrame() == .text("false"))
    }
  }

  @Test func `messages and requests that are begun and not finished count too`() async throws {
    try await with(TestServer { $0.heldBytes = 100_000 }) { server in
      let beginnings = try (1...3).map { _ in try RawClient.webSocket(port: server.port) }
      #expect(await server.events.next(3) == [.opened, .opened, .opened])
      for client in beginnings {
        try client.send(ClientFrame(payload: [UInt8](repeating: 0x61, count: 50_000), isFinal: false))
      }
      #expect(await server.events.next() == .closed(nil))
      let heads = try (1...10).map { _ in try RawClient(port: server.port) }
      for client in heads { try client.send("GET /" + String(repeating: "x", count: 15_000)) }
      // The messages are the largest.
      #expect(await server.events.next() == .closed(nil))
    }
  }

  @Test func `a peer that closes while it is choked is let go`() async throws {
    try await with(TestServer(react: flooding)) { server in
      let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
      try client.send(.text("flood"))
      try client.send(ClientFrame(opcode: 8, payload: [0x03, 0xE8]))
      #expect(await server.events.next(2) == [.opened, .received("flood")])
      guard case .closed = await server.events.next() else {
        Issue.record("something came before the end")
        return
      }
    }
  }
}

/// Sends a frame that chokes the socket, says whether it is, or echoes.
private func flooding(_ message: String, _ connection: any Connection, _ hub: WindowHub) {
  switch message {
  case "flood": connection.send(.text(flood))
  case "is it choked?": connection.send(.text("\(connection.isChoked)"))
  default: connection.send(.text(message))
  }
}
