import OrielDocument
import OrielWire
import Testing

struct ServerMessageTests {
  @Test func `golden frames are written to the byte`() throws {
    let frames = try FrameFixture.all("server")
    #expect(frames.count >= 25)
    for frame in frames where frame.isCanonical {
      let fixture = try #require(frame.message)
      let message = try #require(try ServerMessage(fixture: fixture), "\(frame.name)")
      let encoded = message.frame(of: ServerMessage.Server(fixture: fixture["value"]?["server"]))
      #expect(String(decoding: encoded.message, as: UTF8.self) == frame.bytes, "\(frame.name)")
    }
  }

  @Test func `a counter update is 94 bytes`() {
    let message = ServerMessage.patch([.replace("/models/m1/body/0/text", "1")] as Patch, rev: 2, base: 1, applied: 1)
    #expect(message.frame(of: .init(name: "", version: "", limits: .init(message: 0, unanswered: 0))).count == 94)
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

  @Test func `a compressed message is a binary one`() {
    let frame = Frame(Frame { $0.string("aaa") }) { [1, 2] + $0 }
    #expect(frame.withUnsafeBytes { Array($0) } == [0x82, 7, 1, 2] + Array("\"aaa\"".utf8))
    #expect(Array(frame.message) == [1, 2] + Array("\"aaa\"".utf8))
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
        applied: message["applied"]?.integerValue)
    case "saved": self = .saved(try number(value))
    case "observed": self = .observed(try number(value))
    case "expires": self = .expires(Int64(try number(value)))
    case "rejected":
      self = .rejected(
        event: try number(value["event"]), try #require(EventRefusalCode(rawValue: text("code"))),
        message: try text("message"), applied: try number(message["applied"]))
    case "trigger":
      self = .trigger(
        id: try text("id"), kind: try text("kind"), payload: try #require(value["payload"]),
        expires: Int64(try number(value["expires"])))
    case "shared":
      let (document, rev) = (try text("document"), try number(value["rev"]))
      let content: SharedUpdate.Content =
        if let state = value["state"] {
          .state(state)
        } else {
          .patch(try Patch(json: try #require(value["patch"])), base: try number(value["base"]))
        }
      self = .shared(SharedUpdate(document: document, rev: rev, content: content))
    case "rows":
      let rev = try number(value["rev"])
      let content: RowsUpdate.Content =
        if let state = value["state"] {
          .state(state)
        } else {
          .patch(try Patch(json: try #require(value["patch"])), base: try number(value["base"]))
        }
      self = .rows(
        RowsUpdate(
          model: try text("model"), element: try text("element"), rev: rev, content: content,
          sequence: value["sequence"]?.integerValue, copied: value["copied"],
          found: value["found"]))
    case "closing":
      switch try number(value["code"]) {
      case 1012:
        self = .closing(
          value["at"] != nil
            ? .elsewhere(at: try text("at")) : .restarting(retryAfter: try number(value["retryAfter"])))
      case 4429: self = .closing(.tooManyWindows(limit: 50, list: try text("url")))
      case 4500: self = .closing(.windowDismissed)
      case 4505: self = .closing(.tenantClosed)
      default: return nil
      }
    case "pong": self = .pong(try number(value))
    default: return nil
    }
  }
}

extension ServerMessage.Attached {
  fileprivate init(fixture value: JSONValue) throws {
    let text = { (name: String) in try #require(value[name]?.stringValue, "\(name)") }
    let number = { (name: String) in try #require(value[name]?.integerValue, "\(name)") }
    self.init(
      window: try text("window"), user: try text("user"), scene: try text("scene"), epoch: ScalarKey(try text("epoch")),
      rev: try number("rev"), applied: try number("applied"), resumed: value["resumed"] == true,
      notFound: value["notFound"] == true)
  }
}

extension ServerMessage.Server {
  /// Only `attached` says something of the server.
  fileprivate init(fixture server: JSONValue?) {
    let text = { (json: JSONValue?) in json?.stringValue ?? "" }
    let number = { (json: JSONValue?) in json?.integerValue ?? 0 }
    self.init(
      name: text(server?["name"]), version: text(server?["version"]),
      limits: ServerMessage.Limits(
        message: number(server?["limits"]?["message"]), unanswered: number(server?["limits"]?["unanswered"])),
      files: server?["files"].map { ServerMessage.Files(styles: text($0["styles"]), scripts: text($0["scripts"])) })
    at = server?["at"]?.stringValue
    time = server?["time"]?.integerValue.map(Int64.init)
  }
}
