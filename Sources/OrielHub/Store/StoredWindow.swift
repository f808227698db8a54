import Oriel
import OrielDocument

/// A stored window.
package struct StoredWindow: Sendable, Equatable {
  package var origin: StoredOrigin
  package var title = ""
  /// In milliseconds since 1970.
  package var usedAt: Int64 = 0
  /// As JSON.
  package var position: [UInt8]
  /// As JSON, by id.
  package var models: [String: [UInt8]]
  /// Models with damaged rows, which are not in `models`.
  package var damaged: [String: [UInt8]] = [:]
  /// The triggers without a final outcome in this window, in the order of sending; some may have expired. Each has only
  /// this window's outcome.
  package var triggers: [StoredTrigger] = []

  package init(origin: StoredOrigin, position: [UInt8], models: [String: [UInt8]]) {
    self.origin = origin
    self.position = position
    self.models = models
  }

  /// Applies the changes of a turn.
  package mutating func apply(_ row: StoredWindowChanges) {
    if let origin = row.origin { self.origin = origin }
    title = row.title
    usedAt = row.usedAt
    position = row.position
    for (id, value) in row.models { models[id] = value }
    for id in row.deletedModels { models[id] = nil }
  }
}

/// The window's user, scene and other facts that hardly ever change.
package struct StoredOrigin: Sendable, Equatable {
  package var tenant: Tenant
  package var user: String
  package var roles: [String]
  package var scene: String
  package var value: JSONValue?
  /// The id of the root model.
  package var root: String
  /// The page instance that opened it.
  package var openedBy: String?

  package init(
    tenant: Tenant = .app, user: String, roles: [String] = [], scene: String, value: JSONValue? = nil, root: String,
    openedBy: String? = nil
  ) {
    self.tenant = tenant
    self.user = user
    self.roles = roles
    self.scene = scene
    self.value = value
    self.root = root
    self.openedBy = openedBy
  }
}

/// A stored window as a row of a list.
package struct StoredSummary: Sendable, Equatable {
  package var id: WindowID
  package var tenant: Tenant
  package var user: String
  package var scene: String
  package var value: JSONValue?
  package var title: String
  /// In milliseconds since 1970.
  package var usedAt: Int64

  package init(
    id: WindowID, tenant: Tenant = .app, user: String, scene: String, value: JSONValue?, title: String, usedAt: Int64
  ) {
    self.id = id
    self.tenant = tenant
    self.user = user
    self.scene = scene
    self.value = value
    self.title = title
    self.usedAt = usedAt
  }

  package init(_ id: WindowID, _ window: StoredWindow) {
    self.init(
      id: id, tenant: window.origin.tenant, user: window.origin.user, scene: window.origin.scene,
      value: window.origin.value, title: window.title, usedAt: window.usedAt)
  }
}
