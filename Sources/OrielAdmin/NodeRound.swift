import Oriel
import OrielDocument
import OrielGateway
import OrielHub

/// A request about all nodes, which the one that got it also sends to the others.
///
/// Each answers for what is in its memory. For what sleeps, it answers for its share (``NodeShare``).
package struct NodeRound: Sendable {
  /// Sends a request of a known operator from the second node to the API of the first.
  ///
  /// - Returns: `nil` if no answer came in time.
  package typealias Ask = @Sendable (ServerNode, ServerNode, HTTPRequest) async -> HTTPResponse?

  /// The id of the trigger that all send, if it is an act that sends one.
  let id: String
  let own: ServerNode
  let others: [ServerNode]
  let ask: Ask

  /// The answers of the other nodes that gave one, and the names of those that did not.
  struct Answers {
    /// In the order of the nodes.
    var found: [(node: Life, answer: JSONObject)] = []
    var missing: [String] = []

    var answers: [JSONObject] { found.map(\.answer) }
  }

  func others(_ request: HTTPRequest) async -> Answers {
    await answers(of: others, to: request)
  }

  @concurrent private func answers(of nodes: [ServerNode], to request: HTTPRequest) async -> Answers {
    await withTaskGroup { group in
      for (place, node) in nodes.enumerated() {
        let request = request.sent(to: node, of: self)
        group.addTask {
          (place, await ask(node, own, request).flatMap { Self.object($0, to: request) })
        }
      }
      let all = await group.reduce(into: [Int: JSONObject]()) { $0[$1.0] = $1.1 }
      return Answers(
        found: nodes.indices.compactMap { place in all[place].map { (nodes[place].life, $0) } },
        missing: nodes.indices.filter { all[$0] == nil }.map { nodes[$0].name })
    }
  }

  /// Has a window opened by a node that knows its user.
  ///
  /// - Returns: The answer of that node; `nil` if this one knows the user, or none does.
  func open(_ command: OperatorCommand, _ request: HTTPRequest, on hub: WindowHub) async -> HTTPResponse? {
    guard case .user(let user) = command.target, !hub.knows(user) else { return nil }
    guard await hub.findHub(ofUser: user) == hub.index else { return nil }
    let knowing = await others(request.asDryRun).found.map(\.node)
    guard let node = others.first(where: { knowing.contains($0.life) }) else { return nil }
    guard var answer = await ask(node, own, request.sent(to: node, of: self)) else {
      return Problem.noAnswer(of: node.name).response
    }
    answer.headers["content-type"] = answer.status == 200 ? "application/json" : "application/problem+json"
    return answer
  }

  /// The object that a node has answered with; an empty one if it does not know the trigger that it was asked for.
  private static func object(_ response: HTTPResponse, to request: HTTPRequest) -> JSONObject? {
    if response.status == 404, request.path.utf8.starts(with: "\(AdminAPI.path)/triggers/".utf8) { return [:] }
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
    // How many rows each has.
    let ownFirst = await page(0, 1)
    let firsts = await others(request.asking(after: 0, limit: 1))
    var counts = [own.life: ownFirst["count"]?.integerValue ?? 0]
    for (node, first) in firsts.found { counts[node] = first["count"]?.integerValue ?? 0 }
    var (rows, before, missing) = ([JSONValue](), 0, firsts.missing)
    for node in ([own] + others).sorted(by: { $0.name < $1.name }) {
      guard let count = counts[node.life] else { continue }
      let (offset, left) = (max(0, start - before), limit - rows.count)
      before += count
      guard left > 0, offset < count else { continue }
      if node.life == own.life {
        rows += await page(offset, left)[name]?.arrayValue ?? []
      } else {
        let found = await answers(of: [node], to: request.asking(after: offset, limit: left))
        rows += found.answers.first?[name]?.arrayValue ?? []
        missing += found.missing
      }
    }
    var json: JSONObject = [name: .array(rows), "count": .integer(before)]
    if start + rows.count < before, !rows.isEmpty { json.append("next", .string("\(start + rows.count)")) }
    return json.with(missing: missing)
  }

  /// The rows of a sorted list of several nodes.
  static let sortedRows = 10_000

  /// A page of a sorted list that each node counts.
  func sorted(
    _ name: String, from start: Int, limit: Int, _ request: HTTPRequest, by sort: WindowSort,
    key: (JSONValue) -> WindowSort.Key, own page: (_ offset: Int, _ limit: Int) async -> JSONObject
  ) async -> JSONObject {
    let end = start + limit
    let ownFirst = await page(0, end)
    let others = await others(request.asking(after: 0, limit: end))
    let pages = [ownFirst] + others.answers
    let rows = sort.sorted(pages.flatMap { $0[name]?.arrayValue ?? [] }, by: key)
    let count = pages.reduce(0) { $0 + ($1["count"]?.integerValue ?? 0) }
    var json: JSONObject = [name: .array(Array(rows.dropFirst(start).prefix(limit))), "count": .integer(count)]
    if end < count, start < rows.count { json.append("next", .string("\(end)")) }
    return json.with(missing: others.missing)
  }

  /// A page of a list that all nodes read from the store, in the order of a member. A row comes from the node that has it in
  /// memory, if there is one.
  ///
  /// - Parameters:
  ///   - own: The page of this node.
  ///   - place: The text by which the store sorts a row.
  func merged(
    _ own: JSONObject, _ name: String, by key: String, limit: Int, _ request: HTTPRequest,
    place: (String) -> String = { $0 }
  ) async -> JSONObject {
    let others = await others(request)
    let pages = [own] + others.answers
    var rows: [ScalarKey: JSONValue] = [:]
    for row in pages.flatMap({ $0[name]?.arrayValue ?? [] }) {
      guard let id = row[key]?.stringValue.map({ ScalarKey($0) }) else { continue }
      if rows[id] == nil || row["node"] != nil { rows[id] = row }
    }
    let all = rows.sorted { place($0.key.text).utf8.lexicographicallyPrecedes(place($1.key.text).utf8) }
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
    let status = { (outcome: JSONValue) in
      outcome["status"]?.stringValue.flatMap(TriggerStatus.init(rawValue:)) ?? .pending
    }
    for outcome in known.flatMap({ $0["outcomes"]?.arrayValue ?? [] }) {
      let window = outcome["window"] ?? ""
      if let place = places[window] {
        // The window may have gone from one node to another.
        if status(outcome).saysMore(than: status(outcomes[place])) { outcomes[place] = outcome }
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
  /// The id of the trigger of a round, if another node has sent this request to this one. An operator who sends such a field
  /// gains nothing.
  var round: String? {
    guard headers[NodeRoute.name] != nil, let id = headers[NodeRoute.round], id.utf8.starts(with: "t-".utf8),
      id.utf8.count <= 64
    else { return nil }
    return id
  }

  fileprivate func sent(to node: ServerNode, of round: NodeRound) -> HTTPRequest {
    var request = self
    request.headers[NodeRoute.name] = node.name
    request.headers[NodeRoute.round] = round.id
    // A node that is asked for the head alone needs the whole answers of the others.
    if request.method == "HEAD" { request.method = "GET" }
    return request
  }

  /// The same act, only looked at.
  var asDryRun: HTTPRequest {
    var request = self
    request.query = "dry-run=true"
    return request
  }

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
  /// The tenant that it is about, or about whose windows. Any node can let what is parked be tried again.
  var tenant: Tenant? {
    if case .retry = kind { nil } else { target?.tenant }
  }

  /// Whether it is about windows that several nodes may have.
  var isForAllNodes: Bool {
    switch kind {
    case .dismiss, .focus, .lock, .unlock, .land, .send, .trigger: target?.isOfSeveralTenants == true
    default: false
    }
  }
}

extension OperatorCommand {
  /// Whether it is about a user, whose pages may be with any node.
  var isOnUser: Bool {
    switch kind {
    case .open, .signOut, .ban, .unban: true
    default: false
    }
  }
}

extension WindowTarget {
  fileprivate var tenant: Tenant? {
    switch self {
    case .tenant(let tenant): tenant
    case .attached(let target): target.tenant
    case .window, .user, .scene, .tag, .everyone: nil
    }
  }

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
      first: (json["first"]?.arrayValue ?? []).compactMap { $0.objectValue.flatMap { WindowSummary($0) } })
  }
}

extension WindowSummary {
  init?(_ json: JSONObject) {
    guard let id = json["id"]?.stringValue, let user = json["user"]?.stringValue else { return nil }
    self.init(
      id: WindowID(id), user: user, scene: json["scene"]?.stringValue ?? "", title: json["title"]?.stringValue ?? "",
      epoch: json["epoch"]?.stringValue, rev: json["rev"]?.integerValue)
    (name, email) = (json["name"]?.stringValue, json["email"]?.stringValue)
    (page, observers) = (json["page"].map { PageHealth($0) }, json["observers"]?.integerValue ?? 0)
    tenant = json["tenant"]?.stringValue.flatMap(Tenant.init(named:)) ?? .app
    node = json["node"]?.stringValue
  }
}
