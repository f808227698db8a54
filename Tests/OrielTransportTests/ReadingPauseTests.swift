import OrielGateway
import Synchronization
import Testing

@Suite(.ownThread) struct ReadingPauseTests {
  /// The connection that has said *wait*, which is used on the loop only.
  private final class Waiting: @unchecked Sendable { var connection: (any Connection)? }

  /// A server that stops reading from a connection that says *wait*, until another says *close*.
  private func server() async throws -> TestServer {
    let waiting = Waiting()
    return try await TestServer(react: { text, connection, _ in
      switch text {
      case "wait":
        waiting.connection = connection
        connection.stopReading(for: 600_000)
      case "wait a moment": connection.stopReading(for: 1)
      case "close": waiting.connection?.close(1000, reason: "")
      default: connection.send(.text(text))
      }
    })
  }

  @Test func `nothing is read meanwhile, and a close by the server ends that`() async throws {
    try await with(server()) { server in
      let (paused, other) = (
        try RawClient.webSocket(port: server.port), try RawClient.webSocket(port: server.port)
      )
      try paused.send(.text("wait"))
      #expect(await server.events.next(3) == [.opened, .opened, .received("wait")])
      try paused.send(.text("not read"))
      for text in ["a", "b", "c"] {
        try other.send(.text(text))
        #expect(try other.readFrame() == .text(text))
        #expect(await server.events.next() == .received(text))
      }
      try other.send(.text("close"))
      #expect(try paused.readFrame() == ServerFrame(opcode: 8, payload: [3, 0xE8]))
      try paused.send(ClientFrame(opcode: 8, payload: [3, 0xE8]))
      #expect(try paused.readToEnd().isEmpty)
      #expect(await server.events.next(2) == [.received("close"), .closed(1000)])
    }
  }

  @Test func `all that was sent meanwhile is read afterwards, in order`() async throws {
    try await with(server()) { server in
      let client = try RawClient.webSocket(port: server.port)
      #expect(await server.events.next() == .opened)
      for _ in 1...20 { try client.send(.text("wait a moment")) }
      let large = String(repeating: "a", count: 60_000)
      for text in [large, "last"] { try client.send(.text(text)) }
      for _ in 1...20 { #expect(await server.events.next() == .received("wait a moment")) }
      #expect(await server.events.next(2) == [.received(large), .received("last")])
      #expect([try client.readFrame(), try client.readFrame()] == [.text(large), .text("last")])
    }
  }

  @Test func `a client that leaves meanwhile is noticed when reading goes on`() async throws {
    try await with(server()) { server in
      var client: RawClient? = try RawClient.webSocket(port: server.port)
      try client?.send(.text("wait a moment"))
      #expect(await server.events.next(2) == [.opened, .received("wait a moment")])
      client = nil
      #expect(await server.events.next() == .closed(nil))
    }
  }

  @Test func `a server that ends does not wait for it`() async throws {
    let server = try await server()
    let client = try RawClient.webSocket(port: server.port)
    try client.send(.text("wait"))
    #expect(await server.events.next(2) == [.opened, .received("wait")])
    let stopped = Task { await server.stop() }
    #expect(try client.readFrame().opcode == 8)
    try client.send(ClientFrame(opcode: 8, payload: [3, 0xE8]))
    #expect(try client.readToEnd().isEmpty)
    await stopped.value
  }
}
