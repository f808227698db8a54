import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `POST triggers {target, kind, payload, expires?, secret?, reason?}`: answers how many windows it is for; none is no error.
  func sendTrigger(
    _ request: HTTPRequest, as who: Operator, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
  ) throws(Problem) {
    let query = try Query(request.query, allowing: ["dry-run"])
    let body = try Members(request.jsonBody(), allowing: ["target", "kind", "payload", "expires", "secret", "reason"])
    let named = try body.required("target") { (body, name) throws(Problem) in try body.object(name) }
    let target = try WindowTarget(named)
    let command = OperatorCommand(
      try .triggering(body), to: target, reason: try body.text("reason") ?? "")
    try perform(command, query, as: who, hub: hub, reply: reply) { result in
      .json(202, ["id": .string(result.trigger ?? ""), "windows": .integer(result.windows)])
    }
  }

  /// `GET triggers/{id}`: the trigger's outcome in each window.
  func showTrigger(
    _ id: String, _ request: HTTPRequest, hub: WindowHub, _ reply: @escaping (HTTPResponse) -> Void
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
}

extension TriggerRecord.Outcome {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["window": .string(window.rawValue), "status": .string(status.rawValue)]
    json["value"] = value
    return json
  }
}
