import Oriel

extension StoredWindowQuery {
  /// The windows of a member of a tenant.
  init(of member: User, scene: String? = nil) {
    self.init(user: member.id, scene: scene)
    tenant = member.tenant
  }
}
