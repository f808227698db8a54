import Oriel

/// The messages to each tenant that are not handled yet, counted. Each hub counts those of all tenants, because it refuses
/// messages beyond the limit at once.
struct WaitingPosts {
  private var counts: [Tenant: PostCount]
  /// The changes that other hubs have not been told yet.
  private var changes: [Tenant: PostCount] = [:]

  init(_ counts: [Tenant: PostCount] = [:]) { self.counts = counts }

  subscript(tenant: Tenant) -> PostCount { counts[tenant] ?? PostCount() }

  /// - Parameter isTold: Whether other hubs are told.
  /// - Returns: Whether there is room for it.
  mutating func add(_ post: StoredPost, _ limits: HubLimits, isTold: Bool = false) -> Bool {
    let change = PostCount(1, bytes: post.message?.count ?? 0)
    let count = self[post.tenant] + change
    guard count.count <= limits.waitingPosts, count.bytes <= limits.waitingPostBytes else { return false }
    add(change, for: post.tenant, isTold: isTold)
    return true
  }

  /// - Parameters:
  ///   - tenant: The receiver, which may have another name than when the message was sent.
  ///   - isTold: Whether other hubs are told.
  mutating func remove(_ post: StoredPost, to tenant: Tenant, isTold: Bool = false) {
    add(PostCount(-1, bytes: -(post.message?.count ?? 0)), for: tenant, isTold: isTold)
  }

  private mutating func add(_ change: PostCount, for tenant: Tenant, isTold: Bool) {
    counts.add(change, for: tenant)
    if isTold { changes.add(change, for: tenant) }
  }

  mutating func removeAll(to tenant: Tenant) { counts[tenant] = nil }

  mutating func rename(_ tenant: Tenant, to name: Tenant) { counts[name] = counts.removeValue(forKey: tenant) }

  // MARK: Between hubs

  /// The changes on this hub since the last call.
  mutating func drainChanges() -> [Tenant: PostCount] {
    defer { changes = [:] }
    return changes
  }

  /// Adds the changes of another hub. That a message is handled may be heard before that it was sent.
  mutating func add(_ changes: [Tenant: PostCount]) {
    for (tenant, change) in changes { counts.add(change, for: tenant) }
  }
}

extension [Tenant: PostCount] {
  fileprivate mutating func add(_ change: PostCount, for tenant: Tenant) {
    let count = self[tenant, default: PostCount()] + change
    self[tenant] = count == PostCount() ? nil : count
  }
}

extension PostCount {
  fileprivate static func + (left: PostCount, right: PostCount) -> PostCount {
    PostCount(left.count + right.count, bytes: left.bytes + right.bytes)
  }
}
