import OrielGateway
import Testing

@testable import OrielTransport

@Suite(.ownThread) struct ClosingTests {
  @Test func `a client's close is answered and told`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(ClientFrame(opcode: 8, payload: [0x0F, 0xA0]))
      #expect(try client.readFrame() == .close(4000, ""))
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next(2) == [.opened, .closed(4000)])
    }
  }

  @Test func `a client that vanishes has no code`() async throws {
    try await with(TestServer()) { server in
      _ = try RawClient.webSocket(port: server.port)
      #expect(await server.events.next(2) == [.opened, .closed(nil)])
    }
  }

  @Test func `what was sent before a close arrives before it`() async throws {
    try await with(
      TestServer(react: { _, connection, _ in
        connection.send(.text("first"))
        connection.close(4500, reason: "gone")
        connection.send(.text("never"))
        connection.close(1000, reason: "never")
      })
    ) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("go"))
      #expect(try client.readFrame() == .text("first"))
      #expect(try client.readFrame() == .close(4500, "gone"))
      try client.send(.text("too late"))
      try client.send(ClientFrame(opcode: 8, payload: [0x11, 0x94]))
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next(3) == [.opened, .received("go"), .closed(4500)])
    }
  }

  @Test func `a client that does not answer a close is cut`() async throws {
    try await with(
      TestServer({ $0.closeDeadline = 1 }, react: { _, connection, _ in connection.close(4500, reason: "") })
    ) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("go"))
      #expect(try client.readFrame() == .close(4500, ""))
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next(3) == [.opened, .received("go"), .closed(nil)])
    }
  }

  @Test func `a client that does not read is cut after a close, too`() async throws {
    try await with(
      TestServer(
        { $0.closeDeadline = 1 },
        react: { _, connection, _ in
          connection.send(.text(String(repeating: "a", count: 8 << 20)))
          connection.close(4500, reason: "")
        })
    ) { server in
      let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
      try client.send(.text("go"))
      #expect(await server.events.next(3) == [.opened, .received("go"), .closed(nil)])
    }
  }

  @Test func `a long reason is cut between characters`() {
    let bytes = CloseFrame.bytes(1000, reason: String(repeating: "é", count: 100))
    #expect(bytes == [0x88, 124, 0x03, 0xE8] + Array(String(repeating: "é", count: 61).utf8))
  }

  @Test func `a silent client is pinged, and told when it is reaped`() async throws {
    try await with(
      TestServer {
        $0.pingAfter = 1
        $0.reapAfter = 100
      }
    ) { server in
      let client = try RawClient.webSocket(port: server.port)
      var frames = [try client.readFrame()]
      while frames.last?.opcode == 9 { frames.append(try client.readFrame()) }
      #expect(frames.first == ServerFrame(opcode: 9, payload: []))
      #expect(frames.last == .close(4001, "no heartbeat"))
      try client.send(ClientFrame(opcode: 8, payload: [0x0F, 0xA1]))
      #expect(await server.events.next(2) == [.opened, .closed(4001)])
    }
  }
}
