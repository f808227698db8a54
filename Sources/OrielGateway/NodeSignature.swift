import Oriel
import OrielHub

/// Proves to a node that a request comes from another one. The proof holds for this request and these two processes.
package struct NodeSignature: Sendable {
  private let sign: @Sendable ([UInt8]) -> [UInt8]
  private let isEqual: @Sendable ([UInt8], [UInt8]) -> Bool

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
    _ user: User, _ request: HTTPRequest, from sender: Life, to receiver: Life
  ) -> String {
    let (id, roles) = (PercentEncoding.encode(user.id), user.roles.sorted().map { PercentEncoding.encode($0) })
    let who = "from=\(sender);id=\(id);roles=\(roles.joined(separator: ","))"
    return "\(who);mac=\(mac(of: request, for: who, receiver))"
  }

  /// The operator for whom a node has sent a request; `nil` if none has.
  func `operator`(of request: HTTPRequest, sentTo receiver: Life) -> User? {
    guard let field = request.headers[NodeRoute.operatorField],
      let values = Self.values(of: ["from", "id", "roles", "mac"], in: field), Life(values[0]) != nil,
      let id = PercentEncoding.decode(values[1])
    else { return nil }
    let who = "from=\(values[0]);id=\(values[1]);roles=\(values[2])"
    guard proves(values[3], mac(of: request, for: who, receiver)) else { return nil }
    let roles = values[2].split(separator: ",").compactMap { PercentEncoding.decode($0) }
    return User(id: id, roles: Set(roles))
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
