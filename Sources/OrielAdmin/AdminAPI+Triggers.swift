import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `GET triggers/{id}`: the trigger's outcome in each window.
  func showTrigger(
    _ id: String, _ request: HTTPRequest, on hub: WindowHub
  ) async throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    guard let (kind, outcomes) = await hub.wholeTrigger(id) else { throw .unknownTrigger(id) }
    return .trigger(id, kind, outcomes)
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
