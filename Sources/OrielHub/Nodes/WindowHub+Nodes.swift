import Oriel

extension WindowHub {
  /// The servers that use the store together, this one first; none if it is alone.
  package var nodes: [ServerNode] { store.nodes.map { [$0.itself] + $0.others.sorted { $0.name < $1.name } } ?? [] }

  /// The name of this node; `nil` if it is alone.
  package var nodeName: String? { store.nodes?.itself.name }

  /// Claims a tenant for this node.
  ///
  /// - Returns: The node that has it instead; `nil` if it may be read here.
  /// - Throws: The error of the store.
  func claim(_ tenant: Tenant) async throws -> Life? {
    guard let nodes = store.nodes else { return nil }
    let owner = try await answer { then in ask({ nodes.claim(tenant, then: $0) }, then: then) }.get()
    return owner == nodes.own ? nil : owner
  }

  /// The node that has a tenant instead of this one.
  ///
  /// - Throws: The error of the store.
  func otherNode(of tenant: Tenant) async throws -> Life? {
    guard let nodes = store.nodes else { return nil }
    let owner = try await answer { then in ask({ nodes.owner(of: tenant, then: $0) }, then: then) }.get()
    return owner == nodes.own ? nil : owner
  }

  /// The name of the node that has a tenant instead of this one, if that is known now.
  package func otherNodeName(of tenant: Tenant) async -> String? {
    guard let life = try? await otherNode(of: tenant) else { return nil }
    return nodes.first { $0.life == life }?.name
  }

  /// The name of the node that has a window instead of this one, if that is known now. The window is not woken.
  package func otherNodeName(of id: WindowID) async -> String? {
    guard store.nodes != nil, windows[id] == nil,
      let origin = try? await read(.window(id), { try $0.window(id) })?.origin
    else { return nil }
    return await otherNodeName(of: origin.tenant)
  }

  /// Lets another node have a tenant that is not in memory.
  func give(_ tenant: Tenant, to node: ServerNode) async throws(TenantRefusal) {
    guard let nodes = store.nodes else { return }
    let given = await answer { then in ask({ nodes.give(tenant, to: node.life, then: $0) }, then: then) }
    do {
      guard try given.get() else { throw TenantRefusal.takesNone(node.name) }
    } catch let refusal as TenantRefusal {
      throw refusal
    } catch {
      logger.error("The tenant \"\(tenant)\" can't be moved: \(error)")
      throw .notDone
    }
  }

  /// The node of each tenant that one has; none if that is not known now.
  func claims() async -> [Tenant: Life] {
    guard let nodes = store.nodes else { return [:] }
    let found = await answer { then in ask({ nodes.claims(then: $0) }, then: then) }
    guard case .success(let claims) = found else { return [:] }
    return claims
  }

  /// The share of this node, of all that live.
  package func share() async -> NodeShare {
    let own = store.nodes?.own
    let isFirst = nodes.allSatisfy { $0.life.number >= own?.number ?? 0 }
    return NodeShare(claims: await claims(), own: own, hasFree: isFirst)
  }

  /// All that no other node has.
  package func wholeShare() async -> NodeShare {
    NodeShare(claims: await claims(), own: store.nodes?.own, hasFree: true)
  }

  /// Lets other nodes have a tenant that has left the memory, as soon as all of it is durable.
  func releaseUnlessUsed(_ tenant: Tenant) {
    guard let nodes = store.nodes, tenant.isOfApp else { return }
    // The running turn may have changed it.
    _ = scheduler.schedule(after: 0) { [weak self] in
      guard let self else { return }
      commit()
      afterWrites(of: .turns) { [weak self] in
        guard let self, has(tenant), !homes.isInUse(tenant) else { return }
        nodes.release(tenant)
      }
    }
  }

  /// Tells other nodes in which turns the former process ended, which one hub does, and learns in which ones theirs did.
  ///
  /// - Throws: The error of the store.
  func shareCrashes() async throws {
    guard let nodes = store.nodes else { return }
    quarantine.forgetSuspectedLoads()
    let own = neighbours.index == 0 ? quarantine.ofAllNodes : []
    if !own.isEmpty {
      try await answer { then in ask({ nodes.keep(own, then: $0) }, then: then) }.get()
      quarantine.shared(own)
    }
    quarantine.hear(try await answer { then in ask({ nodes.crashes(then: $0) }, then: then) }.get(), isAtStart: true)
  }

  /// Other nodes have changed what this hub has in memory of all tenants.
  package func hear(_ news: NodeNews) {
    publisher.hear(news.publications)
    for change in news.access { access.hear(change) }
    for tenant in news.deletedTenants { hear(deleted: tenant) }
    hear(news.crashes, forgotten: news.forgottenCrashes)
    posts.hear(PostNews(receivers: Set(news.posts.keys), changes: news.posts.mapValues { PostCount($0, bytes: 0) }))
    for tenant in news.givenTenants where has(tenant) {
      homes.forgetAbsence(of: tenant)
      withHome(tenant) { _ in }
    }
    if news.areTenantsFree {
      homes.forgetOtherNodes()
      dueTenants.look()
    }
    commitPending()
  }

  /// Puts to sleep what no page and no handler needs, so that other nodes can have it.
  package func sleepAll() {
    for window in windows.values where window.user.home.tenant.isOfApp && !window.isAttached && window.isSaved {
      sleep(window, keepsUntouched: true)
    }
    for home in homes.all where home.tenant.isOfApp && home.isUnused && !home.acts.hasReady { unload(home) }
    commitPending()
  }
}
