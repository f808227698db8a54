import Oriel
import Synchronization

/// Keeps windows as encoded bytes for as long as the process lives.
package final class MemorySessionStore: SessionStore {
  fileprivate struct Contents {
    var windows: [WindowID: StoredWindow] = [:]
    var objects: [String: [String: [UInt8]]] = [:]
  }

  private let contents = Mutex(Contents())

  package init() {}

  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    contents.withLock { contents in
      for turn in turns { contents.apply(turn) }
    }
    completion(nil)
  }

  package func window(
    _ id: WindowID, then completion: @escaping @Sendable (Result<StoredWindow?, any Error>) -> Void
  ) {
    completion(.success(contents.withLock { $0.windows[id] }))
  }

  package func objects(
    of user: String, then completion: @escaping @Sendable (Result<[String: [UInt8]], any Error>) -> Void
  ) {
    completion(.success(contents.withLock { $0.objects[user] ?? [:] }))
  }

  package var windowCount: Int { contents.withLock { $0.windows.count } }
}

extension MemorySessionStore.Contents {
  fileprivate mutating func apply(_ turn: StoredTurn) {
    for (id, row) in turn.windows {
      windows[id, default: StoredWindow(origin: [], position: [], models: [:])].apply(row)
    }
    for id in turn.deletedWindows { windows[id] = nil }
    for (user, type, value) in turn.objects { objects[user, default: [:]][type] = value }
  }
}

extension StoredWindow {
  /// Brings the window up to date with what a turn changed of it.
  package mutating func apply(_ row: StoredRow) {
    if let origin = row.origin { self.origin = origin }
    if let position = row.position { self.position = position }
    for (id, value) in row.models { models[id] = value }
    for id in row.deletedModels { models[id] = nil }
  }
}
