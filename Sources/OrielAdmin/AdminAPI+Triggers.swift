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
    let found = await hub.wholeTrigger(id).map { kind, outcomes -> JSONObject in
      ["id": .string(id), "kind": .string(kind), "outcomes": .array(outcomes.map { .object($0.json) })]
    }
    guard let round = round(of: request, on: hub) else {
      guard let found else { throw .unknownTrigger(id) }
      return .json(200, found)
    }
    guard let whole = await round.trigger(found, request) else { throw .unknownTrigger(id) }
    return .json(200, whole)
  }
}

extension TriggerRecord.Outcome {
  fileprivate var json: JSONObject {
    var json: JSONObject = ["window": .string(window.rawValue), "status": .string(status.rawValue)]
    json["value"] = value
    return json
  }
}
