import Oriel
import OrielHub

// Which node should handle a request, where several servers use one store.

/// The other nodes, and how requests are sent on to them.
package struct NodeLinks: Sendable {
  let nodes: any Nodes
  let signature: NodeSignature

  package init(_ nodes: any Nodes, _ signature: NodeSignature) { (self.nodes, self.signature) = (nodes, signature) }

  /// The other node that should have a tenant which none has yet: the one with the fewest pages, if this one has more than a
  /// hundred more than it, and more than half as many again. An older build takes none.
  var placement: ServerNode? {
    let itself = nodes.itself
    let fewest = nodes.others.filter { !$0.isDraining && $0.build >= itself.build }.min { $0.pages < $1.pages }
    return fewest.flatMap { itself.pages > $0.pages + 100 && 2 * itself.pages > 3 * $0.pages ? $0 : nil }
  }

  func other(_ life: Life) -> ServerNode? { nodes.others.first { $0.life == life } }
}

extension Gateway {
  func pageAttached(of tenant: Tenant) {
    group?.pageAttached(of: tenant)
    links?.nodes.count(pages: 1)
  }

  func pageLeft(of tenant: Tenant) {
    group?.pageLeft(of: tenant)
    links?.nodes.count(pages: -1)
  }

  package func recognizeNode(in request: inout HTTPRequest) {
    guard let links, let client = links.signature.client(of: request, sentTo: links.nodes.own) else { return }
    request.remoteAddress = client
    request.isFromNode = true
  }

  package func recordUnreached(_ node: Life) {
    guard let other = links?.other(node) else { return }
    networks.count(\.unreached)
    log("A node can't be reached from here", "unreached \(other.name)", from: other.address, ["node": "\(other.name)"])
  }

  package func lives(_ node: Life) -> Bool { links?.other(node) != nil }

  package func isNode(at address: String) -> Bool {
    links?.nodes.others.contains { node in
      HostName(node.address).map { $0.name == address || $0.name == "[\(address)]" } ?? false
    } ?? false
  }

  package func beganPassingOn(for address: String) {
    networks.opened(from: RemoteNetwork(of: address))
    networks.attached(from: RemoteNetwork(of: address))
    networks.count(\.passedOn)
  }

  package func endedPassingOn(for address: String) {
    networks.closed(from: RemoteNetwork(of: address), hadAttached: true)
    networks.count(\.passedOn, by: -1)
  }

  /// In this order: a node that has been sent a request keeps it; a place that the page names, before its address, because the
  /// other way round two nodes could send it to each other for ever; the owner of the tenant that the address names.
  package func place(
    of request: HTTPRequest, isHandshake: Bool, _ attempt: RouteAttempt, hub: WindowHub
  ) -> RequestPlace {
    if let links, !request.isFromNode {
      if let life = ticketPlace(of: request)?.node, isOfKnownUser(request, hub) {
        return life == links.nodes.own ? ownPlace(request, isHandshake, hub) : way(to: life, request, attempt, hub)
      }
      if !isHandshake, let node = operatorsNode(of: request, hub) { return way(to: node.life, request, attempt, hub) }
      if isHandshake, mayConnect(request) { return place(ofHandshake: request, links, attempt, hub) }
      if !isHandshake, let tenant = tenant(ofEndpointAskedBy: request, hub), hub.environment(of: tenant) == nil {
        return place(of: tenant, for: request, links, attempt, hub)
      }
    }
    return ownPlace(request, isHandshake, hub)
  }

  /// Whether it is known at once who has sent a request. Others are refused here.
  private func isOfKnownUser(_ request: HTTPRequest, _ hub: WindowHub) -> Bool {
    guard let bearer = Authentication.bearer(of: request) else { return visitor(request, hub: hub) != nil }
    return if case .user? = likelyCaller(bearer, from: request.remoteAddress) { true } else { false }
  }

  /// The other node that an operator's request names. It is sent on only with a token, which that node looks at.
  private func operatorsNode(of request: HTTPRequest, _ hub: WindowHub) -> ServerNode? {
    guard let name = request.headers[NodeRoute.name], isForPrograms(request, hub), request.path != "/connect",
      let token = Authentication.bearer(of: request), mayBeKnown(token, from: request.remoteAddress)
    else { return nil }
    return other(named: name)
  }

  /// Whether a token is good, or its key is not known here yet.
  private func mayBeKnown(_ token: Substring, from address: String) -> Bool {
    switch likelyCaller(token, from: address) {
    case .user?, nil: true
    default: false
    }
  }

  /// The other node whose console is at the address of a page: `/admin/node/NAME`, and all below.
  private func consolesNode(of request: HTTPRequest) -> ServerNode? {
    let parts = Self.field("page", of: request)?.prefix { $0 != "?" }.parts("/", atMost: 4, omittingEmpty: false) ?? []
    guard parts.count == 4, parts[1] == "admin", parts[2] == "node" else { return nil }
    return PercentEncoding.decode(parts[3]).flatMap(other(named:))
  }

  private func other(named name: String) -> ServerNode? {
    guard let nodes = links?.nodes, !nodes.itself.name.hasSameScalars(as: name) else { return nil }
    // A node that ends may have a successor of its name already.
    let named = nodes.others.filter { $0.name.hasSameScalars(as: name) }
    return named.first { !$0.isDraining } ?? named.first
  }

  private func ownPlace(_ request: HTTPRequest, _ isHandshake: Bool, _ hub: WindowHub) -> RequestPlace {
    loop(for: request, isHandshake: isHandshake, hub: hub).map(RequestPlace.loop) ?? .here
  }

  private func place(
    ofHandshake request: HTTPRequest, _ links: NodeLinks, _ attempt: RouteAttempt, _ hub: WindowHub
  ) -> RequestPlace {
    // Otherwise each node would look at as many tokens.
    if Self.bearer(ofHandshake: request) != nil,
      networks.waitToSignIn(of: request.remoteAddress, now: scheduler.now) > 0
    {
      return .here
    }
    if hint(in: request)?.isOfOtherNode != true, let node = consolesNode(of: request) {
      return way(to: node.life, request, attempt, hub)
    }
    if let node = hint(in: request)?.node {
      if node == links.nodes.own { return ownPlace(request, true, hub) }
      if links.other(node) != nil { return way(to: node, request, attempt, hub) }
    }
    guard let tenant = tenant(ofPageIn: request, hub), tenant.isOfApp else { return ownPlace(request, true, hub) }
    return place(of: tenant, for: request, links, attempt, hub)
  }

  /// The node that has a tenant, or should have it.
  private func place(
    of tenant: Tenant, for request: HTTPRequest, _ links: NodeLinks, _ attempt: RouteAttempt, _ hub: WindowHub
  ) -> RequestPlace {
    let isHandshake = request.path == "/connect"
    let later = Later<RequestPlace>()
    hub.ask({ links.nodes.owner(of: tenant, then: $0) }) { [self] result in
      // Without the store, the attach waits for it, or is refused.
      let placement = links.placement?.life
      // A node that was not reached has a tenant, or does not get it.
      let free = placement == attempt.failed ? nil : placement
      let owner = if case .success(let owner) = result { owner ?? free } else { Life?.none }
      guard let owner, owner != links.nodes.own else { return later.decide(ownPlace(request, isHandshake, hub)) }
      later.decide(way(to: owner, request, attempt, hub))
    }
    return .later(later)
  }

  /// The way to another node, at once unless that could not be reached or is about to end. Then a moment later, until the node
  /// has ended or it is clear that it can't be reached from here.
  private func way(to node: Life, _ request: HTTPRequest, _ attempt: RouteAttempt, _ hub: WindowHub) -> RequestPlace {
    guard let links else { return .here }
    let isHandshake = request.path == "/connect"
    let other = links.other(node)
    if let other, !other.isDraining, attempt.failed != node {
      if isHandshake || isForPrograms(request, hub), !hasTicketOfFile(request.path),
        case .refuse(let refusal)? = refusalOfOneMore(of: request.remoteAddress)
      {
        return .refused(refusal)
      }
      let via = links.signature.via(request, from: links.nodes.own, to: node)
      return .node(NodeRoute(life: node, address: other.address, via: via))
    }
    var attempt = attempt
    if attempt.failed == node, let other {
      let first = attempt.beatAtFailure ?? other.beat
      attempt.beatAtFailure = first
      if other.beat >= first + 2 {
        recordUnreached(node)
        return .refused(NodeRoute.unreachable(for: request))
      }
    }
    guard scheduler.now - attempt.since < limits.nodePatience else {
      log(
        """
        A page or request was refused after \(limits.nodePatience / 1000) s: its tenant was on a node that \
        \(other == nil ? "is gone, and no other has taken it over" : "is about to end, or can't be reached")
        """, "waited \(node)", from: request.remoteAddress, ["node": "\(other?.name ?? "\(node)")"])
      return .refused(NodeRoute.unreachable(for: request))
    }
    let later = Later<RequestPlace>()
    _ = scheduler.schedule(after: limits.nodePause) { [self, attempt] in
      later.decide(place(of: request, isHandshake: isHandshake, attempt, hub: hub))
    }
    return .later(later)
  }
}
