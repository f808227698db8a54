import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// A day: what nobody has come for by then is no one-shot effect any more.
  private static let longestExpiry = 86_400_000

  /// `POST triggers {target, kind, payload, expires?}`: answers how many windows it is for; none is no error.
  func sendTrigger(
    _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    let body = try Members(request.jsonBody(), allowing: ["target", "kind", "payload", "expires"])
    let target = try TriggerTarget(body)
    let kind = try body.required("kind") { (body, name) throws(Problem) in try body.text(name) }
    let payload = try body.required("payload") { (body, name) throws(Problem) in try body.object(name) }
    let expires = try body.integer("expires", in: 1...Self.longestExpiry)
    try TriggerKind.check(kind, payload)
    hub.sendTrigger(kind: kind, payload: .object(payload), to: target, expires: expires.map(Int64.init)) { record in
      reply(record.map(HTTPResponse.accepted) ?? Problem.unknownWindow(target.name).response)
    }
  }

  /// `GET triggers/{id}`: what became of it in each window.
  func showTrigger(
    _ id: String, _ request: HTTPRequest, hub: isolated WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    _ = try Query(request.query, allowing: [])
    hub.trigger(id) { trigger in
      reply(trigger.map { .trigger(id, $0.kind, $0.outcomes) } ?? Problem.unknownTrigger(id).response)
    }
  }
}

extension HTTPResponse {
  fileprivate static func trigger(
    _ id: String, _ kind: String, _ outcomes: [TriggerRecord.Outcome]
  ) -> HTTPResponse {
    .json(200) { writer in
      writer.beginObject()
      writer.key("id")
      writer.string(id)
      writer.key("kind")
      writer.string(kind)
      writer.key("outcomes")
      writer.beginArray()
      for outcome in outcomes { writer.write(outcome.json) }
      writer.endArray()
      writer.endObject()
    }
  }

  fileprivate static func accepted(_ record: TriggerRecord) -> HTTPResponse {
    .json(202, ["id": .string(record.id), "windows": .integer(record.outcomes.count)])
  }
}

extension TriggerRecord.Outcome {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["window": .string(window.rawValue), "status": .string(status.rawValue)]
    json["value"] = value
    return json
  }
}

extension TriggerTarget {
  /// The member `target`: exactly one of `{window}`, `{user}`, `{scene}` and `{all: true}`.
  fileprivate init(_ body: Members) throws(Problem) {
    let object = try body.required("target") { (body, name) throws(Problem) in try body.object(name) }
    let target = try Members(.object(object), of: "target", allowing: ["window", "user", "scene", "all"])
    guard object.count == 1 else { throw .notOneTarget }
    if let window = try target.text("window") {
      self = .window(WindowID(window))
    } else if let user = try target.text("user") {
      self = .user(user)
    } else if let scene = try target.text("scene") {
      self = .scene(scene)
    } else {
      guard object["all"]?.boolValue == true else { throw .wrongType(member: "target.all", expected: "true") }
      self = .everyone
    }
  }

  /// What was asked for, for who asked in vain.
  fileprivate var name: String {
    switch self {
    case .window(let id): id.rawValue
    case .user(let name), .scene(let name): name
    case .everyone: "all"
    }
  }
}
