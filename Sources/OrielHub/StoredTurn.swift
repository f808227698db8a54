import Oriel

/// What one turn changed, in all it touched. Stored whole or not at all; in the order of its members.
package struct StoredTurn: Sendable {
  /// Records to be copied away as they are before this turn, which may overwrite them.
  package var keptAside: [KeepAside] = []
  package var windows: [(id: WindowID, row: StoredRow)] = []
  /// Their triggers stay, for who asks what became of them.
  package var deletedWindows: [WindowID] = []
  package var objects: [StoredObject] = []
  /// New ones, each with an outcome for every window that it is for.
  package var triggers: [StoredTrigger] = []
  package var outcomes: [StoredOutcome] = []
  package var access: [UserAccess] = []
  /// Only ever added to.
  package var audit: [AuditRecord] = []

  package init() {}

  package var isEmpty: Bool {
    keptAside.isEmpty && windows.isEmpty && deletedWindows.isEmpty && objects.isEmpty && triggers.isEmpty
      && outcomes.isEmpty && access.isEmpty && audit.isEmpty
  }
}

/// What changed of one window.
package struct StoredRow: Sendable {
  /// Set when the window is new, or has a new root.
  package var origin: StoredOrigin?
  package var title: String
  /// When someone last used the window, in milliseconds since 1970.
  package var usedAt: Int64
  /// Applied events and the next model id, as JSON.
  package var position: [UInt8]
  /// As JSON. An id stands once, here or among the deleted.
  package var models: [(id: String, value: [UInt8])] = []
  package var deletedModels: [String] = []

  package init(title: String, usedAt: Int64, position: [UInt8]) {
    self.title = title
    self.usedAt = usedAt
    self.position = position
  }
}

/// An environment object of a user.
package struct StoredObject: Sendable, Equatable {
  package var user: String
  package var type: String
  /// As JSON.
  package var value: [UInt8]

  package init(user: String, type: String, value: [UInt8]) {
    self.user = user
    self.type = type
    self.value = value
  }
}

/// A one-shot effect on its way, or what is known of it.
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

/// What became of a trigger in one window. `pending` and `blocked` are not final.
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

/// An order to keep a record as it was: it could not be restored.
package struct KeepAside: Sendable, Equatable {
  package enum Subject: Sendable, Equatable {
    case window(WindowID)
    /// An environment object.
    case object(user: String, type: String)
  }

  package var subject: Subject
  /// For the operator.
  package var reason: String
  /// In milliseconds since 1970.
  package var time: Int64

  package init(_ subject: Subject, reason: String, time: Int64) {
    self.subject = subject
    self.reason = reason
    self.time = time
  }
}

/// A record that could not be restored, as it was.
package struct KeptAside: Sendable, Equatable {
  package var order: KeepAside
  package var user: String
  /// The window as `StoredWindow.exported` gives it, or the object's JSON.
  package var record: [UInt8]

  package init(_ order: KeepAside, user: String, record: [UInt8]) {
    self.order = order
    self.user = user
    self.record = record
  }
}
