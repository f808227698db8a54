import Oriel

/// All changes of one turn. Stored whole or not at all, in the order of the members.
package struct StoredTurn: Sendable {
  /// Records to copy before this turn overwrites them.
  package var keptAside: [SalvageOrder] = []
  /// Windows that were closed and are there again: their copies are deleted.
  package var reopenedWindows: [WindowID] = []
  package var windows: [(id: WindowID, row: StoredWindowChanges)] = []
  /// Windows to copy, as this turn leaves them, before it deletes them: closed ones, which can be reopened.
  package var closedWindows: [SalvageOrder] = []
  /// Deleted windows. Their triggers stay, for queries of their outcomes.
  package var deletedWindows: [WindowID] = []
  package var objects: [StoredObject] = []
  /// Archives that have another place, since a property or its type has another name.
  package var movedArchives: [ArchiveMove] = []
  /// The owners whose archived rows are deleted.
  package var emptiedArchives: [SavedOwner] = []
  /// The changed elements of `Rows`.
  package var rows: [StoredElement] = []
  package var timers: [StoredTimer] = []
  package var posts: [StoredPost] = []
  package var tenants: [StoredMark] = []
  /// The last change of each publication.
  package var publications: [StoredPublication.Key: StoredPublication] = [:]
  /// New triggers, each with an outcome for every target window.
  package var triggers: [StoredTrigger] = []
  package var outcomes: [StoredOutcome] = []
  package var access: [AccessChange] = []
  /// Only ever added to.
  package var audit: [AuditRecord] = []

  package init() {}

  package var isEmpty: Bool {
    keptAside.isEmpty && windows.isEmpty && closedWindows.isEmpty && reopenedWindows.isEmpty && deletedWindows.isEmpty
      && objects.isEmpty && rows.isEmpty && movedArchives.isEmpty && emptiedArchives.isEmpty
      && timers.isEmpty && posts.isEmpty && tenants.isEmpty && publications.isEmpty && triggers.isEmpty
      && outcomes.isEmpty && access.isEmpty && audit.isEmpty
  }
}

/// The changes of one window.
package struct StoredWindowChanges: Sendable {
  /// Set when the window is new, or has a new root.
  package var origin: StoredOrigin?
  package var title: String
  /// When someone last used the window, in milliseconds since 1970.
  package var usedAt: Int64
  /// Applied events and the next model id, as JSON.
  package var position: [UInt8]
  /// The changed models as JSON. An id occurs only once, here or among the deleted ones.
  package var models: [(id: String, value: [UInt8])] = []
  package var deletedModels: [String] = []

  package init(title: String, usedAt: Int64, position: [UInt8]) {
    self.title = title
    self.usedAt = usedAt
    self.position = position
  }
}

/// A saved object of a member, or of the tenant itself.
package struct StoredObject: Sendable, Equatable {
  package var tenant: Tenant
  /// Empty for an object of the tenant itself.
  package var user: String
  package var type: String
  /// As JSON.
  package var value: [UInt8]

  package init(tenant: Tenant = .app, user: String, type: String, value: [UInt8]) {
    self.tenant = tenant
    self.user = user
    self.type = type
    self.value = value
  }
}

/// A stored trigger with its outcomes.
package struct StoredTrigger: Sendable, Equatable {
  package var id: String
  package var kind: String
  /// As JSON.
  package var payload: [UInt8]
  /// In milliseconds since 1970.
  package var deadline: Int64
  package var outcomes: [StoredOutcome]

  package init(id: String, kind: String, payload: [UInt8], deadline: Int64, outcomes: [StoredOutcome]) {
    self.id = id
    self.kind = kind
    self.payload = payload
    self.deadline = deadline
    self.outcomes = outcomes
  }
}

/// The outcome of a trigger in one window. `pending` and `blocked` are not final.
package struct StoredOutcome: Sendable, Equatable {
  package var trigger: String
  package var window: WindowID
  package var status: TriggerStatus
  /// As JSON.
  package var value: [UInt8]?

  package init(trigger: String, window: WindowID, status: TriggerStatus = .pending, value: [UInt8]? = nil) {
    self.trigger = trigger
    self.window = window
    self.status = status
    self.value = value
  }
}

/// A request to keep a record that could not be restored.
package struct SalvageOrder: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case window(WindowID)
    /// A saved object; without a user, one of the tenant itself.
    case object(tenant: Tenant = .app, user: String, type: String)
    /// An element of `Rows`.
    case row(StoredElement.Key)
  }

  package var subject: Subject
  /// The reason, for operators.
  package var reason: String
  /// In milliseconds since 1970.
  package var time: Int64

  package init(_ subject: Subject, reason: String, time: Int64) {
    self.subject = subject
    self.reason = reason
    self.time = time
  }

  /// The reason for keeping a window that was closed.
  package static let closed = "closed"

  package var isOfClosedWindow: Bool { reason == Self.closed }
}

/// A record that could not be restored, in its original form.
package struct SalvagedRecord: Sendable, Equatable {
  package var order: SalvageOrder
  package var tenant: Tenant
  package var user: String
  /// The window in the form of `StoredWindow.exported`, or the JSON of the object or row.
  package var record: [UInt8]

  package init(_ order: SalvageOrder, tenant: Tenant = .app, user: String, record: [UInt8]) {
    self.order = order
    self.tenant = tenant
    self.user = user
    self.record = record
  }
}

extension SalvagedRecord {
  /// The record, for people.
  package var words: String {
    let owner = SavedOwner(tenant, user: user.isEmpty ? nil : ScalarKey(user)).words
    return switch order.subject {
    case .window(let id): "the window \(id) of \(owner)"
    case .object(_, _, let type): "the \(TypeName.short(ofMangled: type)) of \(owner)"
    case .row(let key):
      "the row \(String(decoding: key.id, as: UTF8.self)) of '\(key.name)' of the \(TypeName.short(ofMangled: key.type)) "
        + "of \(owner)"
    }
  }

  /// Its tenant has another name.
  package mutating func rename(to name: Tenant) {
    tenant = name
    switch order.subject {
    case .window: record = Self.windowRecord(record, in: name)
    case .object(_, let user, let type): order.subject = .object(tenant: name, user: user, type: type)
    case .row(var key):
      key.tenant = name
      order.subject = .row(key)
    }
  }

  /// The exported form of a window, in another tenant.
  package static func windowRecord(_ record: [UInt8], in tenant: Tenant) -> [UInt8] {
    guard case .object(var json)? = try? JSONBytes.decode(record) else { return record }
    json["tenant"] = tenant == .app ? nil : .string(tenant.id)
    return JSONBytes.encode(.object(json))
  }
}
