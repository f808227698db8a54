import Oriel
import OrielHub
import Synchronization

/// Proves to a node that a request comes from another one. The proof holds for this request and these two processes.
package struct NodeSignature: Sendable {
  private let sign: @Sendable ([UInt8]) -> [UInt8]
  private let isEqual: @Sendable ([UInt8], [UInt8]) -> Bool
  private let numbers = RequestNumbers()

  /// - Parameters:
  ///   - sign: Signs with a key that all nodes have, and that is used for nothing else.
  ///   - isEqual: Compares in constant time.
  package init(
    sign: @escaping @Sendable ([UInt8]) -> [UInt8], isEqual: @escaping @Sendable ([UInt8], [UInt8]) -> Bool
  ) {
    (self.sign, self.isEqual) = (sign, isEqual)
  }

  // MARK: A request that is sent on

  /// The value of the field ``NodeRoute/field``, which names the client.
  func via(_ request: HTTPRequest, from sender: Life, to receiver: Life) -> String {
    let mac = mac(of: request, sentOnFor: request.remoteAddress, sender, receiver)
    return "from=\(sender);for=\(request.remoteAddress);mac=\(mac)"
  }

  /// The address of the client for which a node has sent a request on; `nil` if none has.
  func client(of request: HTTPRequest, sentTo receiver: Life) -> String? {
    guard let values = Self.values(of: ["from", "for", "mac"], in: request.headers[NodeRoute.field]),
      let sender = Life(values[0])
    else { return nil }
    let client = String(values[1])
    return proves(values[2], mac(of: request, sentOnFor: client, sender, receiver)) ? client : nil
  }

  /// The body may follow later.
  private func mac(of request: HTTPRequest, sentOnFor client: String, _ sender: Life, _ receiver: Life) -> String {
    Hexadecimal.encode(sign(Array("\(sender) \(receiver) \(client) \(request.method) \(request.target)".utf8)))
  }

  // MARK: A request of a node for an operator

  /// The value of the field ``NodeRoute/operatorField``, which names the operator. No token of theirs leaves the node.
  package func operatorField(
    _ credentials: Credentials, _ request: HTTPRequest, from sender: Life, to receiver: Life
  ) -> String {
    let user = credentials.user
    let (id, roles) = (PercentEncoding.encode(user.id), user.roles.sorted().map { PercentEncoding.encode($0) })
    let issued = credentials.issued.map(String.init) ?? ""
    let who =
      "from=\(sender);number=\(numbers.next());issued=\(issued);id=\(id);roles=\(roles.joined(separator: ","))"
    return "\(who);mac=\(mac(of: request, for: who, receiver))"
  }

  /// The operator for whom a node has sent a request; `nil` if none has, or if the request has come before.
  func `operator`(of request: HTTPRequest, sentTo receiver: Life) -> Credentials? {
    guard let field = request.headers[NodeRoute.operatorField],
      let values = Self.values(of: ["from", "number", "issued", "id", "roles", "mac"], in: field),
      let sender = Life(values[0]), let number = Int64(values[1]), let id = PercentEncoding.decode(values[3])
    else { return nil }
    let who = "from=\(values[0]);number=\(number);issued=\(values[2]);id=\(values[3]);roles=\(values[4])"
    guard proves(values[5], mac(of: request, for: who, receiver)), numbers.take(number, of: sender) else { return nil }
    let roles = values[4].split(separator: ",").compactMap { PercentEncoding.decode($0) }
    return Credentials(user: User(id: id, roles: Set(roles)), issued: Int64(values[2]))
  }

  private func mac(of request: HTTPRequest, for who: String, _ receiver: Life) -> String {
    let node = PercentEncoding.encode(request.headers[NodeRoute.name] ?? "")
    let round = request.headers[NodeRoute.round] ?? ""
    let head = "operator \(who) \(receiver) \(request.method) \(request.target) \(node) \(round)\n"
    return Hexadecimal.encode(sign(Array(head.utf8) + request.body))
  }

  // MARK: Fields

  private func proves(_ mac: Substring, _ expected: String) -> Bool { isEqual(Array(mac.utf8), Array(expected.utf8)) }

  /// The values of a field that has these names in this order, and no others.
  private static func values(of names: [String], in field: String?) -> [Substring]? {
    let parts = field?.parts(";", atMost: names.count + 1, omittingEmpty: false) ?? []
    guard parts.count == names.count else { return nil }
    let values = zip(names, parts).compactMap { name, part in
      part.utf8.starts(with: "\(name)=".utf8) ? Substring(part.utf8.dropFirst(name.utf8.count + 1)) : nil
    }
    return values.count == names.count ? values : nil
  }
}

/// The numbers of the requests of nodes for operators, by which each is believed once.
private final class RequestNumbers: Sendable {
  private struct State {
    var last: Int64 = 0
    var senders: [(life: Life, seen: Set<Int64>)] = []
  }

  private let state = Mutex(State())
  /// Of how many nodes, and how many requests of each, the numbers are kept. An older one is refused.
  private static let (nodes, requests) = (64, 1024)

  /// The number of a request of this node.
  func next() -> Int64 {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// - Returns: Whether the number has not come before.
  func take(_ number: Int64, of sender: Life) -> Bool {
    state.withLock { state in
      var seen = state.senders.first { $0.life == sender }?.seen ?? []
      if seen.count == Self.requests, number < seen.min() ?? 0 { return false }
      guard seen.insert(number).inserted else { return false }
      if seen.count > Self.requests, let oldest = seen.min() { seen.remove(oldest) }
      state.senders.removeAll { $0.life == sender }
      state.senders.append((sender, seen))
      if state.senders.count > Self.nodes { state.senders.removeFirst() }
      return true
    }
  }
}
