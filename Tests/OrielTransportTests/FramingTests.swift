import OrielGateway
import Testing

@testable import OrielTransport

@Suite(.ownThread) struct FramingTests {
  @Test func `fragments are one message, and a ping between them is answered first`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      let ping = ClientFrame(opcode: 9, payload: [1, 2, 3])
      // In one read, the message is whole before the loop's tick ends.
      let frames = [
        .text("one ", isFinal: false), ping, .continuation("two ", isFinal: false), ping, .continuation("three"),
      ]
      try client.send(frames.flatMap(\.bytes))
      let pong = ServerFrame(opcode: 10, payload: [1, 2, 3])
      #expect(try client.readFrames(3) == [pong, pong, .text("one two three")])
      #expect(await server.events.next(2) == [.opened, .received("one two three")])
    }
  }

  @Test func `pings are answered in order, all of them, and before what comes after them`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      let payloads: [[UInt8]] = [[], [1], Array(1...125), [2]]
      let pings = payloads.flatMap { ClientFrame(opcode: 9, payload: $0).bytes }
      try client.send(pings + ClientFrame.text("done").bytes)
      #expect(try client.readFrames(5) == payloads.map { ServerFrame(opcode: 10, payload: $0) } + [.text("done")])
    }
  }

  @Test func `a ping that drips in bytes is answered`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      for byte in ClientFrame(opcode: 9, payload: [7, 8]).bytes { try client.send([byte]) }
      #expect(try client.readFrame() == ServerFrame(opcode: 10, payload: [7, 8]))
    }
  }

  @Test func `a ping behind our close frame is not answered`() async throws {
    try await with(TestServer(react: { _, connection, _ in connection.close(4500, reason: "") })) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("go"))
      #expect(try client.readFrame() == .close(4500, ""))
      try client.send(ClientFrame(opcode: 9).bytes + ClientFrame(opcode: 8, payload: [0x11, 0x94]).bytes)
      #expect(try client.readToEnd() == [])
    }
  }

  @Test func `a client that pings without reading is sent the last pong only`() async throws {
    let flood = String(repeating: "a", count: 8 << 20)
    try await with(
      TestServer(react: { message, connection, _ in connection.send(.text(message == "go" ? flood : message)) })
    ) { server in
      let client = try RawClient.webSocket(port: server.port, receiveBuffer: 65_536)
      try client.send(.text("go"))
      #expect(await server.events.next(2) == [.opened, .received("go")])
      try client.send((0..<100).flatMap { ClientFrame(opcode: 9, payload: [$0]).bytes } + ClientFrame.text("end").bytes)
      #expect(await server.events.next() == .received("end"))
      #expect(
        try client.readFrames(3) == [.text(flood), ServerFrame(opcode: 10, payload: [99]), .text("end")])
    }
  }

  @Test(arguments: [0, 1, 125, 126, 1024, 1040, 1041, 60_000, 65_535, 65_536])
  func `messages of every size come back as they were`(size: Int) async throws {
    try await with(TestServer()) { server in
      let text = String((0..<size).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" })
      let client = try RawClient.webSocket(port: server.port)
      try client.send(ClientFrame(payload: Array(text.utf8), mask: (0..<4).map { _ in UInt8.random(in: 0...255) }))
      #expect(try client.readFrame() == .text(text))
    }
  }

  @Test func `a stream that drips in bytes is understood`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      for byte in ClientFrame.text("drip").bytes + ClientFrame.text("drop").bytes { try client.send([byte]) }
      #expect(try client.readFrame() == .text("drip"))
      #expect(try client.readFrame() == .text("drop"))
    }
  }

  @Test func `frames of one tick leave in one write`() async throws {
    try await with(
      TestServer(react: { _, connection, _ in for number in 1...50 { connection.send(.text("\(number)")) } })
    ) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("go"))
      let expected = (1...50).flatMap { number in [0x81, UInt8("\(number)".utf8.count)] as [UInt8] + "\(number)".utf8 }
      #expect(try client.readOnce() == expected)
    }
  }
}

/// Each of these is hung up on, with the code that says why.
@Suite(.ownThread) struct FramingRefusalTests {
  @Test func `the C library's recv and close are ours`() {
    #expect(SystemCalls.areInPlace)
  }

  @Test(arguments: [1, 9, 10, 8] as [UInt8]) func `a frame that is not masked is 1002`(opcode: UInt8) async throws {
    try await refused(
      [ClientFrame(opcode: opcode, payload: [0x03, 0xE8], mask: nil).bytes], .close(1002, "not masked"))
  }

  @Test func `a frame that is not masked is 1002 behind good ones, too`() async throws {
    try await with(TestServer()) { server in
      let client = try RawClient.webSocket(port: server.port)
      try client.send(.text("good"))
      #expect(try client.readFrame() == .text("good"))
      try client.send(ClientFrame(payload: Array("bad".utf8), mask: nil))
      #expect(try client.readFrame() == .close(1002, "not masked"))
      #expect(try client.readToEnd() == [])
      #expect(await server.events.next(2) == [.opened, .received("good")])
      client.endSending()
      #expect(await server.events.next() == .closed(nil))
    }
  }

  @Test func `a binary message is 1003`() async throws {
    try await refused([ClientFrame(opcode: 2, payload: [1, 2]).bytes], .close(1003, "only text"))
  }

  @Test func `bytes that are not UTF-8 are 1007`() async throws {
    try await refused([ClientFrame(payload: [0x61, 0xFF]).bytes], .close(1007, "bad utf8"))
  }

  @Test func `half a character at the end is 1007, even before an empty fragment`() async throws {
    try await refused([ClientFrame(payload: [0x61, 0xC3]).bytes], .close(1007, "partial utf8"))
    try await refused(
      [ClientFrame(payload: [0x61, 0xC3], isFinal: false).bytes, ClientFrame.continuation("").bytes],
      .close(1007, "not UTF-8"))
  }

  @Test func `a message over the limit is 1009`() async throws {
    let bytes = [UInt8](repeating: 0x61, count: 101)
    try await refused([ClientFrame(payload: bytes).bytes], .close(1009, "message too big"))
  }

  @Test func `fragments over the limit together are 1009`() async throws {
    let half = [UInt8](repeating: 0x61, count: 51)
    try await refused(
      [ClientFrame(payload: half, isFinal: false).bytes, ClientFrame(opcode: 0, payload: half).bytes],
      .close(1009, "message too big"))
  }

  @Test func `a hundred fragments may be empty, and more are 1009`() async throws {
    let beginning = ClientFrame.text("", isFinal: false).bytes
    let empty = Array(repeating: ClientFrame.continuation("", isFinal: false).bytes, count: 100)
    try await refused([beginning] + empty, .close(1009, "too many empty fragments"))
  }

  @Test func `an announced gigabyte is 1009 before it comes`() async throws {
    try await refused([ClientFrame(payload: [0x61], announced: 1 << 30).bytes], .close(1009, "message too big"))
  }

  @Test func `a reserved bit is 1002`() async throws {
    try await refused([[0xC1] + Array(ClientFrame.text("x").bytes.dropFirst())], .close(1002, "rsv bits"))
  }

  @Test func `a ping that is too long is 1002`() async throws {
    let ping = ClientFrame(opcode: 9, payload: [UInt8](repeating: 7, count: 126))
    try await refused([ping.bytes], .close(1002, "ping too long"))
  }

  @Test func `an unknown opcode is 1002`() async throws {
    try await refused([ClientFrame(opcode: 3).bytes], .close(1002, "bad opc"))
  }

  @Test func `a message that begins within another is 1002`() async throws {
    try await refused(
      [ClientFrame.text("a", isFinal: false).bytes, ClientFrame.text("b").bytes], .close(1002, "bad cont"))
  }

  /// Sends the frames, and expects the close frame, no message for the handler, and the end.
  private func refused(_ frames: [[UInt8]], _ close: ServerFrame) async throws {
    try await with(TestServer({ $0.messageBytes = 100 })) { server in
      let client = try RawClient.webSocket(port: server.port)
      for frame in frames { try client.send(frame) }
      #expect(try client.readFrame() == close)
      try client.send(ClientFrame(opcode: 8, payload: Array(close.payload.prefix(2))))
      #expect(try client.readToEnd() == [])
      client.endSending()
      #expect(await server.events.next() == .opened)
      guard case .closed = await server.events.next() else {
        Issue.record("something came before the end")
        return
      }
    }
  }
}
