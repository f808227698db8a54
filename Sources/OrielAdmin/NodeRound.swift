import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// A request about all nodes, which the one that got it also sends to the others.
///
/// Each answers for what is in its memory. For what sleeps, it answers for its share (``NodeShare``).
package struct NodeRound: Sendable {
  /// Sends a request to the API of another node.
  ///
  /// - Returns: `nil` if no answer came in time.
  typealias Ask = @Sendable (ServerNode, HTTPRequest) async -> HTTPResponse?

  /// The header field of the requests that a node sends to the others, with the id of the trigger that they may have to send.
  package static let field = "oriel-round"

  let id: String
  let own: ServerNode
  let others: [ServerNode]
  let ask: Ask

  /// The answers of the other nodes that gave one, and the names of those that did not.
  struct Answers {
    var answers: [JSONObject] = []
    var missing: [String] = []
  }

  func others(_ request: HTTPRequest) async -> Answers {
    await Self.answers(of: others, to: request, id, ask)
  }

  @concurrent private static func answers(
    of nodes: [ServerNode], to request: HTTPRequest, _ id: String, _ ask: @escaping Ask
  ) async -> Answers {
    await withTaskGroup { group in
      for (place, node) in nodes.enumerated() {
        var request = request
        request.headers[NodeRoute.name] = node.name
        request.headers[field] = id
        group.addTask { [request] in (place, await ask(node, request).flatMap(object)) }
      }
      let all = await group.reduce(into: [Int: JSONObject]()) { $0[$1.0] = $1.1 }
      return Answers(
        answers: nodes.indices.compactMap { all[$0] },
        missing: nodes.indices.filter { all[$0] == nil }.map { nodes[$0].name })
    }
  }

  /// The object that a node has answered with; an empty one if it does not know what it was asked for.
  private static func object(_ response: HTTPResponse) -> JSONObject? {
    guard response.status != 404 else { return [:] }
    guard response.status == 200 else { return nil }
    return (try? JSONReader.value(from: response.body, depth: 512))?.objectValue
  }

  // MARK: Lists

  /// A page of a list that each node counts: first everything of the first node by its name, then of the next.
  ///
  /// - Parameter own: This node's rows from an offset, up to a number.
  func joined(
    _ name: String, from start: Int, limit: Int, _ request: HTTPRequest,
    own page: (_ offset: Int, _ limit: Int) async -> JSONObject
  ) async -> JSONObject {
    var (rows, count, missing) = ([JSONValue](), 0, [String]())
    for node in ([own] + others).sorted(by: { $0.name < $1.name }) {
      let (offset, left) = (max(0, start - count), limit - rows.count)
      // The number of its rows counts also if the page is full.
      var found: JSONObject?
      if node.life == own.life {
        found = await page(offset, max(1, left))
      } else {
        let asked = request.asking(after: offset, limit: max(1, left))
        found = await Self.answers(of: [node], to: asked, id, ask).answers.first
      }
      guard let found else {
        missing.append(node.name)
        continue
      }
      rows += (found[name]?.arrayValue ?? []).prefix(left)
      count += found["count"]?.integerValue ?? 0
    }
    var json: JSONObject = [name: .array(rows), "count": .integer(count)]
    if start + rows.count < count { json.append("next", .string("\(start + rows.count)")) }
    return json.with(missing: missing)
  }

  /// A page of a list that all nodes read from the store, in the order of a member. A row comes from the node that has it in
  /// memory, if there is one.
  ///
  /// - Parameter own: The page of this node.
  func merged(
    _ own: JSONObject, _ name: String, by key: String, limit: Int, _ request: HTTPRequest
  ) async -> JSONObject {
    let others = await others(request)
    let pages = [own] + others.answers
    var rows: [ScalarKey: JSONValue] = [:]
    for row in pages.flatMap({ $0[name]?.arrayValue ?? [] }) {
      guard let id = row[key]?.stringValue.map({ ScalarKey($0) }) else { continue }
      if rows[id] == nil || row["node"] != nil { rows[id] = row }
    }
    let all = rows.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
    var json: JSONObject = [name: .array(all.prefix(limit).map(\.value))]
    if all.count > limit || pages.contains(where: { $0["next"] != nil }), let last = all.prefix(limit).last {
      json.append("next", .string(last.key.text))
    }
    return json.with(missing: others.missing)
  }

  /// A trigger with its outcomes in the windows of all nodes; `nil` if none knows it.
  func trigger(_ own: JSONObject?, _ request: HTTPRequest) async -> JSONObject? {
    let others = await others(request)
    let known = ([own].compactMap(\.self) + others.answers).filter { $0["kind"] != nil }
    guard var whole = known.first else { return nil }
    var (outcomes, places) = ([JSONValue](), [JSONValue: Int]())
    for outcome in known.flatMap({ $0["outcomes"]?.arrayValue ?? [] }) {
      let window = outcome["window"] ?? ""
      if let place = places[window] {
        // What another node has done may not be stored yet.
        if outcomes[place]["status"] == "pending" { outcomes[place] = outcome }
      } else {
        places[window] = outcomes.count
        outcomes.append(outcome)
      }
    }
    whole["outcomes"] = .array(outcomes)
    return whole.with(missing: others.missing)
  }
}

extension AdminAPI {
  /// The round of a request that names no node; `nil` if this node alone answers.
  func round(of request: HTTPRequest, on hub: WindowHub) -> NodeRound? {
    guard let ask, request.headers[NodeRoute.name] == nil, let own = hub.nodes.first, hub.nodes.count > 1 else {
      return nil
    }
    return NodeRound(id: hub.newTriggerID(), own: own, others: Array(hub.nodes.dropFirst()), ask: ask)
  }
}

extension HTTPRequest {
  fileprivate func asking(after offset: Int, limit: Int) -> HTTPRequest {
    let kept = (query ?? "").split(separator: "&").filter { !$0.hasPrefix("after=") && !$0.hasPrefix("limit=") }
    var request = self
    request.query = (kept + ["after=\(offset)", "limit=\(limit)"]).joined(separator: "&")
    return request
  }
}

extension JSONObject {
  /// Names the nodes that did not answer, if there are any.
  func with(missing: [String]) -> JSONObject {
    guard !missing.isEmpty else { return self }
    var json = self
    json.append("missing", .array(missing.map(JSONValue.string)))
    return json
  }
}

// MARK: Acts

extension OperatorCommand {
  /// Whether it is about windows that several nodes may have.
  var isForAllNodes: Bool {
    switch kind {
    case .dismiss, .focus, .lock, .unlock, .land, .send, .trigger: target?.isOfSeveralTenants == true
    default: false
    }
  }
}

extension WindowTarget {
  fileprivate var isOfSeveralTenants: Bool {
    switch self {
    case .window, .tenant: false
    case .user, .scene, .tag, .everyone: true
    case .attached(let target): target.isOfSeveralTenants
    }
  }

  /// Whether it has no windows that are only in the store.
  var isOfMemory: Bool {
    switch self {
    case .tag, .attached: true
    case .window, .tenant, .user, .scene, .everyone: false
    }
  }
}

extension OperatorCommandResult {
  /// Reads the result of another node.
  init(_ json: JSONObject) {
    windows = json["windows"]?.integerValue ?? 0
    failures = (json["failures"]?.arrayValue ?? []).map {
      OperatorCommandFailure(
        reason: $0["reason"]?.stringValue ?? "", windows: $0["windows"]?.integerValue ?? 0,
        first: $0["first"]?.arrayValue?.compactMap(\.stringValue).map { WindowID($0) } ?? [])
    }
  }
}

extension Reach {
  /// Reads the answer of another node.
  init(_ json: JSONObject) {
    self.init(
      windows: json["windows"]?.integerValue ?? 0,
      first: (json["first"]?.arrayValue ?? []).compactMap(WindowSummary.init))
  }
}

extension WindowSummary {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.stringValue, let user = json["user"]?.stringValue else { return nil }
    self.init(
      id: WindowID(id), user: user, scene: json["scene"]?.stringValue ?? "", title: json["title"]?.stringValue ?? "",
      epoch: json["epoch"]?.stringValue, rev: json["rev"]?.integerValue, attached: json["attached"]?.integerValue ?? 0)
    tenant = json["tenant"]?.stringValue.flatMap(Tenant.init(named:)) ?? .app
    node = json["node"]?.stringValue
  }
}
