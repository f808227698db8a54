import Oriel

/// Where windows wait while no memory holds them. The hub's memory is the truth; a store is for waking up.
///
/// Both calls return at once and may answer on any thread, also before they return. A store that answers `commit`
/// without an error has made every turn of the batch durable, whole and in order.
package protocol SessionStore: Sendable {
  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void)

  func window(_ id: WindowID, then completion: @escaping @Sendable (Result<StoredWindow?, any Error>) -> Void)

  /// What was saved of a user's environment objects, by the name of their type.
  func objects(
    of user: String, then completion: @escaping @Sendable (Result<[String: [UInt8]], any Error>) -> Void)
}

/// What one turn changed, in all the windows it touched. Stored whole or not at all.
package struct StoredTurn: Sendable {
  package var windows: [(WindowID, StoredRow)] = []
  package var deletedWindows: [WindowID] = []
  package var objects: [(user: String, type: String, value: [UInt8])] = []

  package init() {}

  package var isEmpty: Bool { windows.isEmpty && deletedWindows.isEmpty && objects.isEmpty }
}

/// What changed of one window. Values are encoded JSON.
package struct StoredRow: Sendable {
  /// Scene, value, user, root: what never changes. Set when the window is new.
  package var origin: [UInt8]?
  /// Applied events and the next model id.
  package var position: [UInt8]?
  package var models: [(id: String, value: [UInt8])] = []
  package var deletedModels: [String] = []
}

/// All that is stored of one window.
package struct StoredWindow: Sendable, Equatable {
  package var origin: [UInt8]
  package var position: [UInt8]
  package var models: [String: [UInt8]]

  package init(origin: [UInt8], position: [UInt8], models: [String: [UInt8]]) {
    self.origin = origin
    self.position = position
    self.models = models
  }
}
