import Synchronization

/// The keys that an app shows and its catalog doesn't have. They are reported to the author, each once.
package final class MissingKeys: Sendable {
  private struct State {
    var report: (@Sendable (String) -> Void)?
    var reported: Set<ScalarKey> = []
  }

  private static let limit = 200
  private let state = Mutex(State())

  /// - Parameter report: Called with each key, for the first 200 of them.
  package func tell(_ report: @escaping @Sendable (String) -> Void) { state.withLock { $0.report = report } }

  func shown(_ key: String) {
    let report = state.withLock { state in
      let isNew =
        state.report != nil && state.reported.count < Self.limit && state.reported.insert(ScalarKey(key)).inserted
      return isNew ? state.report : nil
    }
    report?(key)
  }
}
