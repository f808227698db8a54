import Oriel

/// An element of a `Rows` property, as a row of its own.
package struct StoredElement: Sendable, Equatable {
  package var key: Key
  /// Elements are in the order of their places.
  package var position: Int64
  /// The version of the object's class that saved it.
  package var version: Int
  /// As JSON; `nil` deletes the row.
  package var value: [UInt8]?
  /// The keys of an archived row; `nil` of one that is in memory.
  package var keys: [[UInt8]]?

  /// The property and the element's id.
  package struct Key: Sendable, Equatable {
    package var tenant: Tenant
    /// Empty for an object of the tenant itself.
    package var user: String
    /// The type of the object.
    package var type: String
    /// The name of the property.
    package var name: String
    /// The element's id, as JSON.
    package var id: [UInt8]

    package init(tenant: Tenant, user: String, type: String, name: String, id: [UInt8]) {
      self.tenant = tenant
      self.user = user
      self.type = type
      self.name = name
      self.id = id
    }
  }

  package init(_ key: Key, position: Int64 = 0, version: Int = 0, value: [UInt8]?, keys: [[UInt8]]? = nil) {
    self.key = key
    self.position = position
    self.version = version
    self.value = value
    self.keys = keys
  }
}

/// A property with archived rows.
package struct ArchivePlace: Hashable, Sendable {
  package var tenant: Tenant
  /// Empty for an object of the tenant itself.
  package var user: String
  /// The type of the object.
  package var type: String
  /// The name of the property.
  package var name: String

  package init(tenant: Tenant, user: String, type: String, name: String) {
    self.tenant = tenant
    self.user = user
    self.type = type
    self.name = name
  }

  package init(_ owner: SavedOwner, type: String, name: String) {
    self.init(tenant: owner.tenant, user: owner.storedUser, type: type, name: name)
  }

  package func key(_ id: [UInt8]) -> StoredElement.Key {
    StoredElement.Key(tenant: tenant, user: user, type: type, name: name, id: id)
  }
}

/// Archived rows that a new version of the app looks for elsewhere.
package struct ArchiveMove: Hashable, Sendable {
  package var from: ArchivePlace
  package var to: ArchivePlace
}

/// A message that one of a tenant's objects has scheduled to itself.
package struct StoredTimer: Sendable, Equatable {
  package var tenant: Tenant
  /// The type of the object.
  package var type: String
  package var id: String
  /// In milliseconds since 1970.
  package var due: Int64
  /// The message as JSON; `nil` deletes the timer.
  package var message: [UInt8]?
  /// Messages that the tenant has scheduled later have higher numbers. It is part of the message in the store.
  package var number = 0

  package init(tenant: Tenant, type: String, id: String, due: Int64, message: [UInt8]?) {
    self.tenant = tenant
    self.type = type
    self.id = id
    self.due = due
    self.message = message
  }
}

/// A message to one of a tenant's objects, from a tenant.
package struct StoredPost: Sendable, Equatable {
  /// Given by the store, in the order in which messages are saved; 0 before that.
  package var number: Int64
  /// The receiver.
  package var tenant: Tenant
  package var sender: Tenant
  /// The type of the object.
  package var type: String
  /// The message as JSON; `nil` deletes it.
  package var message: [UInt8]?

  package init(number: Int64 = 0, to tenant: Tenant, from sender: Tenant, type: String, message: [UInt8]?) {
    self.number = number
    self.tenant = tenant
    self.sender = sender
    self.type = type
    self.message = message
  }
}

/// The messages that wait for a tenant.
package struct PostCount: Sendable, Equatable {
  package var count: Int
  /// The size of the messages.
  package var bytes: Int

  package init(_ count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}

extension StoredPost {
  /// The message after a tenant was given another name.
  func with(sender tenant: Tenant, renamed name: Tenant) -> StoredPost {
    guard sender == tenant else { return self }
    var post = self
    post.sender = name
    return post
  }
}

/// A value that a tenant shows to everybody.
package struct StoredPublication: Sendable, Equatable {
  package var key: Key
  /// Later values have higher numbers.
  package var number: Int64
  /// As JSON; `nil` withdraws it.
  package var value: [UInt8]?

  package struct Key: Hashable, Sendable {
    package var tenant: Tenant
    package var type: String

    package init(tenant: Tenant, type: String) {
      self.tenant = tenant
      self.type = type
    }
  }

  package init(_ key: Key, number: Int64, value: [UInt8]?) {
    self.key = key
    self.number = number
    self.value = value
  }
}

/// Whether a tenant may be entered.
package enum TenantState: String, Sendable {
  case open, closed, deleted
}

/// The state of a tenant.
package struct StoredMark: Sendable, Equatable {
  package var tenant: Tenant
  /// Whether the tenant is loaded at the start and never sleeps.
  package var isAwake: Bool
  package var state: TenantState

  package init(_ tenant: Tenant, isAwake: Bool = false, state: TenantState = .open) {
    self.tenant = tenant
    self.isAwake = isAwake
    self.state = state
  }

  /// Whether it says no more than no mark does.
  package var isUsual: Bool { !isAwake && state == .open }
}

/// The saved objects of a member or of a tenant, with their rows.
package struct StoredObjects: Sendable, Equatable {
  /// The objects by the names of their types.
  package var objects: [String: [UInt8]]
  /// In no particular order.
  package var rows: [StoredElement]
  /// Rows that are damaged, which are not in `rows`.
  package var damagedRows: [StoredElement] = []

  package init(objects: [String: [UInt8]] = [:], rows: [StoredElement] = []) {
    self.objects = objects
    self.rows = rows
  }
}

/// A member's saved objects, and the number of the member's stored windows.
package struct StoredUser: Sendable, Equatable {
  package var saved: StoredObjects
  package var windows: Int

  package init(_ saved: StoredObjects, windows: Int) {
    self.saved = saved
    self.windows = windows
  }
}

/// Everything needed to load a tenant, without its members and windows.
package struct StoredTenant: Sendable, Equatable {
  package var mark: StoredMark
  package var saved = StoredObjects()
  /// In the order in which they are due; among equals, by type and id.
  package var timers: [StoredTimer] = []
  /// In the order of their types.
  package var publications: [StoredPublication] = []
  /// Whether anything is stored of the tenant or of its members.
  package var isKnown = false

  package init(_ mark: StoredMark) { self.mark = mark }

  /// Whether nothing of the tenant itself is stored.
  package var isEmpty: Bool {
    mark.isUsual && saved == StoredObjects() && timers.isEmpty && publications.isEmpty
  }
}

/// Everything that is stored of a tenant and of its members.
package struct TenantContents: Sendable, Equatable {
  package var tenant: StoredTenant
  /// The messages to it that it has not received yet.
  package var posts: [StoredPost] = []
  package var members: [(user: String, saved: StoredObjects)] = []
  package var windows: [(id: WindowID, window: StoredWindow)] = []
  package var archived: [StoredElement] = []

  package init(_ tenant: StoredTenant) { self.tenant = tenant }

  package static func == (left: TenantContents, right: TenantContents) -> Bool {
    left.tenant == right.tenant && left.posts == right.posts
      && left.members.elementsEqual(right.members, by: ==)
      && left.windows.elementsEqual(right.windows, by: ==) && left.archived == right.archived
  }
}

/// A tenant as a row of a list.
package struct StoredTenantSummary: Sendable, Equatable {
  package var mark: StoredMark
  package var windows: Int
  /// The objects of the tenant and of its members.
  package var objects: Int
  package var rows: Int
  package var timers: Int

  package init(_ mark: StoredMark, windows: Int = 0, objects: Int = 0, rows: Int = 0, timers: Int = 0) {
    self.mark = mark
    self.windows = windows
    self.objects = objects
    self.rows = rows
    self.timers = timers
  }
}

/// The tenants that have to be loaded without a visitor.
package struct DueTenants: Sendable, Equatable {
  /// Open tenants that stay awake, or have a message or a timer that is due: those with a timer in the order of the times
  /// at which they are due, after the others.
  package var tenants: [Tenant]
  /// When the next timer of an open tenant is due, in milliseconds since 1970.
  package var next: Int64?

  package init(tenants: [Tenant], next: Int64?) {
    self.tenants = tenants
    self.next = next
  }
}
