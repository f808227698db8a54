import Oriel
import OrielHub

// What users share, and the life of a tenant.

extension TestServer {
  /// Finds an object that the users of a tenant share. Read it between steps; change it as a user would.
  ///
  /// ```swift
  /// #expect(try server.object(Desk.self, of: "acme").incidents.count == 1)
  /// ```
  /// After a restart, or when the tenant has slept, it is a different object.
  ///
  /// - Parameters:
  ///   - type: The type of the object.
  ///   - tenant: The tenant; by default that of an app whose users all share.
  /// - Throws: `TestError.nothingTo` if the tenant is not in memory, or has no such object.
  public func object<Object: AnyObject>(_ type: Object.Type, of tenant: Tenant = .app) throws -> Object {
    try look(tenant, on: hub(of: tenant)) { hub, tenant in
      guard let environment = hub.environment(of: tenant) else {
        throw TestError.nothingTo("look at: the tenant \"\(tenant)\" is not in memory")
      }
      guard let object = environment[type] else {
        throw TestError.nothingTo("look at: the tenant \"\(tenant)\" has no \(type)")
      }
      return object
    }
  }

  /// Lets a tenant sleep, as if no user had come for a long time: its pages lose their connections, and its windows and
  /// objects leave memory. It is loaded again when a page returns with ``TestWindow/reconnect()``.
  ///
  /// - Throws: `TestError.nothingTo` if the tenant stays in memory, such as one that all users share.
  public func sleep(_ tenant: Tenant) throws {
    for window in shown where window.tenant == tenant {
      try window.disconnect()
    }
    let isAsleep = try step(tenant, on: hub(of: tenant)) { hub, tenant in hub.sleep(tenant) }
    guard isAsleep else { throw TestError.nothingTo("let sleep: the tenant \"\(tenant)\" stays in memory") }
  }
}
