import OrielDocument
import Testing

@testable import OrielWire

struct ClientMessageTests {
  private func decoded(_ text: String) throws(WireError) -> ClientMessage {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(WireError) in
      try ClientMessage(decoding: UnsafeRawBufferPointer(bytes))
    }
  }

  @Test func `golden frames are understood or refused`() throws {
    let frames = try FrameFixture.all("client")
    #expect(frames.count >= 100)
    for frame in frames {
      if let error = frame.error {
        let thrown = #expect(throws: WireError.self, "\(frame.name)") { try decoded(frame.bytes) }
        #expect(thrown.map(described) == error, "\(frame.name)")
      } else {
        #expect(try json(decoded(frame.bytes)) == frame.message, "\(frame.name)")
      }
    }
  }

  @Test func `a message is a whole value`() throws {
    let text = """
      {"attach":{"instance":"i","scene":"s","value":[1],"url":"/u","window":"w","takeover":true,"epoch":"e","rev":3,\
      "saved":2,"sent":5,"observe":true,"environment":{"locale":"de","timeZone":"UTC","colorScheme":"light","reducedMotion":false,"width":1,\
      "height":2.5,"visible":true},"capabilities":{"present":["a"],"trigger":["b"],"element":["c"],"compression":["d"]}}}
      """
    #expect(
      try decoded(text)
        == .attach(
          Attach(
            instance: "i", scene: "s", value: [1], url: "/u", window: "w", takeover: true, epoch: "e", rev: 3,
            saved: 2, sent: 5, observe: true,
            environment: EnvironmentReport(
              locale: "de", timeZone: "UTC", colorScheme: .light, reducedMotion: false, width: 1, height: 2.5,
              visible: true),
            capabilities: Capabilities(present: ["a"], trigger: ["b"], element: ["c"], compression: ["d"]))))
    #expect(
      try decoded(#"{"event":{"id":9,"model":"m","element":"e","name":"tap","value":{}}}"#)
        == .event(WindowEvent(id: 9, model: "m", element: "e", name: "tap", value: [:])))
    #expect(
      try decoded(#"{"performed":{"trigger":"t","status":"blocked","value":1}}"#)
        == .performed(Performed(trigger: "t", status: .blocked, value: 1)))
  }

  @Test func `ids are not normalised`() throws {
    let composed = try decoded("{\"event\":{\"id\":1,\"model\":\"\u{E9}\",\"name\":\"tap\"}}")
    guard case .event(let event) = composed else { return #expect(Bool(false), "not an event") }
    #expect(Array(event.model.unicodeScalars) == ["\u{E9}"])
  }

  @Test func `what is cut off or changed is refused or understood, never a trap`() throws {
    for frame in try FrameFixture.all("client") where frame.error == nil {
      let bytes = Array(frame.bytes.utf8)
      for end in stride(from: 0, to: bytes.count - 1, by: 3) {
        bytes[..<end].withUnsafeBytes { bytes in
          _ = #expect(throws: WireError.self) { try ClientMessage(decoding: bytes) }
        }
        var changed = bytes
        changed[end] = 0xFF
        changed.withUnsafeBytes { _ = try? ClientMessage(decoding: $0) }
      }
    }
  }

  // MARK: What a fixture says of it

  private func json(_ message: ClientMessage) -> JSONValue {
    switch message {
    case .attach(let attach): ["verb": "attach", "value": json(attach)]
    case .event(let event):
      [
        "verb": "event",
        "value": object([
          ("id", .integer(event.id)), ("model", .string(event.model)), ("element", event.element.map(JSONValue.string)),
          ("name", .string(event.name)), ("value", event.value), ("over", event.over.map(json)),
        ]),
      ]
    case .performed(let performed):
      [
        "verb": "performed",
        "value": object([
          ("trigger", .string(performed.trigger)), ("status", .string(performed.status.rawValue)),
          ("value", performed.value),
        ]),
      ]
    case .environment(let environment): ["verb": "environment", "value": json(environment)]
    case .rows(let request):
      [
        "verb": "rows",
        "value": object([
          ("model", .string(request.model)), ("element", .string(request.element)),
          ("sequence", .integer(request.sequence)), ("from", request.from.map(JSONValue.integer)),
          ("count", request.count.map(JSONValue.integer)),
          ("anchor", request.anchor.map { ["id": .string($0.id), "index": .integer($0.index)] }),
          ("hold", request.hold.map(JSONValue.bool)), ("to", request.to.map(JSONValue.string)),
          ("menu", request.menu.map(JSONValue.string)), ("detail", request.detail.map(JSONValue.string)),
          ("copy", request.copy.map(JSONValue.string)),
          ("find", request.find.map(json)), ("fresh", request.fresh ? true : nil),
        ]),
      ]
    case .ping(let number): ["verb": "ping", "value": .integer(number)]
    case .drawn(let drawn):
      [
        "verb": "drawn",
        "value": object([
          ("rev", .integer(drawn.rev)), ("messages", .integer(drawn.messages)),
          ("roundTrip", drawn.roundTrip.map(JSONValue.integer)),
        ]),
      ]
    case .leave: ["verb": "leave", "value": [:]]
    case .credentials(let token): ["verb": "credentials", "value": ["token": .string(token)]]
    }
  }

  private func json(_ find: RowsRequest.Find) -> JSONValue {
    object([
      (find.isPrefix ? "prefix" : "text", .string(find.text)), ("after", find.after.map(JSONValue.string)),
      ("back", find.isBackwards ? true : nil),
    ])
  }

  private func json(_ base: TextBase) -> JSONValue {
    ["from": .integer(base.range.lowerBound), "to": .integer(base.range.upperBound), "was": .string(base.was)]
  }

  private func json(_ attach: Attach) -> JSONValue {
    let names = { (names: [String]) in JSONValue.array(names.map(JSONValue.string)) }
    return object([
      ("instance", .string(attach.instance)), ("scene", attach.scene.map(JSONValue.string)), ("value", attach.value),
      ("url", attach.url.map(JSONValue.string)), ("window", attach.window.map(JSONValue.string)),
      ("takeover", .bool(attach.takeover)), ("epoch", attach.epoch.map(JSONValue.string)),
      ("rev", attach.rev.map(JSONValue.integer)), ("saved", attach.saved.map(JSONValue.integer)),
      ("sent", attach.sent.map(JSONValue.integer)),
      ("observe", .bool(attach.observe)),
      ("environment", json(attach.environment)),
      (
        "capabilities",
        [
          "present": names(attach.capabilities.present), "trigger": names(attach.capabilities.trigger),
          "element": names(attach.capabilities.element), "compression": names(attach.capabilities.compression),
        ]
      ),
      ("client", attach.client.map(JSONValue.string)),
    ])
  }

  private func json(_ environment: EnvironmentReport) -> JSONValue {
    object([
      ("locale", environment.locale.map(JSONValue.string)), ("timeZone", environment.timeZone.map(JSONValue.string)),
      ("colorScheme", environment.colorScheme.map { .string($0.rawValue) }),
      ("reducedMotion", environment.reducedMotion.map(JSONValue.bool)),
      ("width", environment.width.map(JSONValue.number)),
      ("height", environment.height.map(JSONValue.number)), ("visible", environment.visible.map(JSONValue.bool)),
    ])
  }

  private func object(_ members: [(String, JSONValue?)]) -> JSONValue {
    .object(JSONObject(members.compactMap { name, value in value.map { (name, $0) } }))
  }

  private func described(_ error: WireError) -> String {
    switch error {
    case .json(let error): "json(\("\(error)".prefix { $0 != "(" }))"
    case .notAnObject: "notAnObject"
    case .noVerb: "noVerb"
    case .unknownVerb(let verb): "unknownVerb(\(verb))"
    case .twoVerbs(let first, let second): "twoVerbs(\(first),\(second))"
    case .missingMember(let name): "missingMember(\(name))"
    case .wrongType(let name): "wrongType(\(name))"
    case .outOfRange(let name): "outOfRange(\(name))"
    }
  }
}
