import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
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
