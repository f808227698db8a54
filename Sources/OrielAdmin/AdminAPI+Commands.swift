import Oriel
import OrielDocument
import OrielGateway
import OrielHub

extension AdminAPI {
  /// `POST acts {act, target?, reason?, …}`: performs an act or, with `?dry-run=true`, reports what it would reach.
  func act(_ request: HTTPRequest, as who: Operator, on hub: WindowHub) async throws(Problem) -> HTTPResponse {
    let query = try Query(request.query, allowing: ["dry-run"])
    var command = try OperatorCommand(request.jsonBody())
    if let tenant = command.tenant, let node = await hub.otherNodeName(of: tenant) {
      throw Problem(.onNode(node), tenant)
    }
    let round = command.isForAllNodes || command.isOnUser ? round(of: request, on: hub) : nil
    if let round, case .open = command.kind, let answer = await round.open(command, request, on: hub) { return answer }
    if try query.flag("dry-run") {
      var (reach, missing) = (try await command.reach(on: hub, as: who), [String]())
      if let round, command.reached?.isOfMemory == true {
        let others = await round.others(request)
        reach = .sum([reach] + others.answers.map(Reach.init))
        missing = others.missing
      }
      return .json(200, command.json(reach).with(missing: missing))
    }
    if command.isForAllNodes, !hub.nodes.isEmpty {
      let trigger = request.round ?? round?.id ?? hub.newTriggerID()
      command.part = OperatorCommand.Part(share: await hub.share(), trigger: trigger)
    }
    // Each node closes the pages that it has, once it hears of it.
    let elsewhere = command.isOnUser ? await round?.others(request.asDryRun) : nil
    // All begin at the same time, because windows may go from one node to another meanwhile.
    let all = command.isForAllNodes ? round : nil
    async let answers = all?.others(request)
    var done = try await command.perform(on: hub, as: who)
    done.windows += Reach.sum(elsewhere?.answers.map(Reach.init) ?? []).windows
    guard let others = await answers else {
      return .json(200, command.json(done).with(missing: elsewhere?.missing ?? []))
    }
    let trigger = done.trigger
    done = .sum([done] + others.answers.map(OperatorCommandResult.init))
    done.trigger = trigger
    return .json(200, command.json(done).with(missing: others.missing))
  }

  // MARK: Settings

  /// `GET settings`: lists the settings and their values.
  func listSettings(_ request: HTTPRequest, on hub: WindowHub) throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    var settings: [JSONValue] = []
    for setting in Setting.allCases { settings.append(.object(setting.json(setting.value(hub)))) }
    return .json(200, ["settings": .array(settings)])
  }
}

extension AdminAPI {
  /// `GET nodes`: lists the servers that use one database together, this one first.
  func listNodes(_ request: HTTPRequest, on hub: WindowHub) throws(Problem) -> HTTPResponse {
    _ = try Query(request.query, allowing: [])
    let nodes = hub.nodes.map { node -> JSONValue in
      [
        "id": .string("\(node.life)"), "name": .string(node.name), "address": .string(node.address),
        "pages": .integer(node.pages), "draining": .bool(node.isDraining),
      ]
    }
    return .json(200, ["nodes": .array(nodes)])
  }
}

extension OperatorCommand {
  private var json: JSONObject { ["act": .string(kind.name), "target": .string(target?.description ?? "server")] }

  fileprivate func json(_ result: OperatorCommandResult) -> JSONObject {
    var json = json
    json.append("windows", .integer(result.windows))
    if result.failed > 0 {
      json.append("failed", .integer(result.failed))
      json.append("failures", .array(result.failures.map { .object($0.json) }))
    }
    if let window = result.window { json.append("window", .object(window.json)) }
    if let trigger = result.trigger { json.append("trigger", .string(trigger)) }
    return json
  }

  fileprivate func json(_ reach: Reach) -> JSONObject {
    var json = json
    json.append("windows", .integer(reach.windows))
    json.append("first", .array(reach.first.map { .object($0.json) }))
    return json
  }
}

extension OperatorCommandFailure {
  fileprivate var json: JSONObject {
    [
      "reason": .string(reason), "windows": .integer(windows),
      "first": .array(first.map { .string($0.rawValue) }),
    ]
  }
}

extension Setting {
  fileprivate func json(_ value: JSONValue) -> JSONObject {
    var json: JSONObject = ["name": .string(rawValue), "value": value, "about": .string(about)]
    if let range {
      json.append("minimum", .integer(range.lowerBound))
      json.append("maximum", .integer(range.upperBound))
    }
    if !choices.isEmpty { json.append("choices", .array(choices.map(JSONValue.string))) }
    return json
  }
}
