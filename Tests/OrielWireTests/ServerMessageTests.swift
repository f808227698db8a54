import OrielDocument
import OrielWire
import Testing

struct ServerMessageTests {
  @Test func `golden frames are written to the byte`() throws {
    let frames = try FrameFixture.all("server")
    #expect(frames.count >= 25)
    for frame in frames {
      let message = try #require(frame.message)
      let server = try #require(try ServerMessage(fixture: message), "\(frame.name)")
      #expect(String(decoding: server.frame.message, as: UTF8.self) == frame.bytes, "\(frame.name)")
    }
  }

  @Test func `a counter update is 94 bytes`() {
    let message = ServerMessage.patch([.replace("/models/m1/body/0/text", "1")], rev: 2, base: 1, applied: 1)
    #expect(message.frame.count == 94)
  }

  @Test func `a written document makes the same frame as its value`() {
    let document: JSONValue = ["root": "m1", "models": ["m1": ["kind": "screen"]]]
    let patch: Patch = [.replace("/root", "m2")]
    #expect(
      Array(Frame.state(rev: 3, applied: 1) { $0.write(document) }.message)
        == Array(ServerMessage.state(document, rev: 3, applied: 1).frame.message))
    #expect(
      Array(Frame.patch(rev: 3, base: 1, applied: 2, saved: 2) { $0.write(patch) }.message)
        == Array(ServerMessage.patch(patch, rev: 3, base: 1, applied: 2, saved: 2).frame.message))
    #expect(
      Array(Frame.sharedState(document: "s", rev: 3) { $0.write(document) }.message)
        == Array(ServerMessage.sharedState(document: "s", rev: 3, state: document).frame.message))
    #expect(
      Array(Frame.sharedPatch(document: "s", rev: 3) { $0.write(patch) }.message)
        == Array(ServerMessage.sharedPatch(document: "s", rev: 3, base: 2, patch: patch).frame.message))
  }

  /// RFC 6455 §5.2: the shortest of three ways to write the length.
  @Test(
    arguments: [
      (0, [0x81, 0x02]), (123, [0x81, 125]), (124, [0x81, 126, 0, 126]), (65_533, [0x81, 126, 0xFF, 0xFF]),
      (65_534, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func `a frame has the header of its length`(_ count: Int, _ header: [UInt8]) {
    let frame = Frame { $0.string(String(repeating: "a", count: count)) }
    let bytes = frame.withUnsafeBytes { Array($0) }
    #expect(Array(bytes.prefix(header.count)) == header)
    #expect(Array(bytes.dropFirst(header.count)) == Array(frame.message))
    #expect(frame.count == header.count + count + 2)
  }
}

extension ServerMessage {
  /// The message that a fixture describes; `nil` if it describes none.
  fileprivate init?(fixture message: JSONValue) throws {
    let value = try #require(message["value"])
    let text = { (name: String) in try #require(value[name]?.stringValue, "\(name)") }
    let number = { (json: JSONValue?) in try #require(json?.integerValue) }
    switch message["verb"]?.stringValue {
    case "attached": self = .attached(try Attached(fixture: value))
    case "state": self = .state(value, rev: try number(message["rev"]), applied: try number(message["applied"]))
    case "patch":
      self = .patch(
        try Patch(json: value), rev: try number(message["rev"]), base: try number(message["base"]),
        applied: message["applied"]?.integerValue, saved: message["saved"]?.integerValue)
    case "saved": self = .saved(try number(value))
    case "observed": self = .observed(try number(value))
    case "rejected":
      self = .rejected(
        event: try number(value["event"]), code: try #require(RejectionCode(rawValue: text("code"))),
        message: try text("message"), applied: try number(message["applied"]))
    case "trigger":
      self = .trigger(
        id: try text("id"), kind: try text("kind"), payload: try #require(value["payload"]),
        expires: value["expires"]?.integerValue)
    case "shared":
      let (document, rev) = (try text("document"), try number(value["rev"]))
      if let state = value["state"] {
        self = .sharedState(document: document, rev: rev, state: state)
      } else {
        let patch = try Patch(json: try #require(value["patch"]))
        self = .sharedPatch(document: document, rev: rev, base: try number(value["base"]), patch: patch)
      }
    case "closing":
      self = .closing(
        code: UInt16(try number(value["code"])), message: try text("message"),
        retryAfter: value["retryAfter"]?.integerValue)
    case "pong": self = .pong(try number(value))
    default: return nil
    }
  }
}

extension ServerMessage.Attached {
  fileprivate init(fixture value: JSONValue) throws {
    let server = try #require(value["server"])
    let text = { (json: JSONValue?) in try #require(json?.stringValue) }
    let number = { (json: JSONValue?) in try #require(json?.integerValue) }
    self.init(
      window: try text(value["window"]), user: try text(value["user"]), scene: try text(value["scene"]),
      epoch: try text(value["epoch"]), rev: try number(value["rev"]), applied: try number(value["applied"]),
      resumed: value["resumed"] == true, notFound: value["notFound"] == true,
      server: ServerMessage.Server(
        name: try text(server["name"]), version: try text(server["version"]),
        limits: ServerMessage.Limits(
          message: try number(server["limits"]?["message"]), unanswered: try number(server["limits"]?["unanswered"])),
        files: try server["files"].map {
          ServerMessage.Files(styles: try text($0["styles"]), scripts: try text($0["scripts"]))
        }))
  }
}
