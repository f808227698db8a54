import DequeModule
import OrielHub
import Synchronization

/// The one connection that writes to a store, on a queue of its own.
package protocol SQLWriter: Sendable {
  associatedtype Connection

  /// Runs `body` on the writer's queue, after all that was enqueued before.
  func enqueue(_ body: @escaping @Sendable (Connection) -> Void)

  /// Applies each batch whole or not at all, all in one transaction. Called on the writer's queue.
  ///
  /// - Returns: The error of each batch; `nil` if it is durable. If the transaction fails, no batch is.
  func commit(_ batches: [[StoredTurn]], on connection: Connection) -> [(any Error)?]

  /// Says what an error means.
  static func explain(_ error: any Error) -> any Error
}

/// The writes of a store, in the order in which they are called. Commits that wait for the writer at the same time are
/// one group: they share a transaction and its `fsync`.
///
/// A group takes no commit that was called after another kind of write, so no write overtakes another.
package final class WriteQueue<Writer: SQLWriter>: Sendable {
  /// The number of records above which a group takes no further commit, so that the answers of small commits don't
  /// wait for many large ones. A commit with more records than that is a group of its own.
  package static var recordsPerGroup: Int { 2000 }

  private struct Group {
    var commits: [Commit] = []
    var records = 0
  }

  private struct Commit {
    var turns: [StoredTurn]
    var completion: @Sendable ((any Error)?) -> Void
  }

  private struct State {
    /// The groups that wait for the writer. Each has a job there, in the same order.
    var groups: Deque<Group> = []
    /// Whether the last group is the last write.
    var isOpen = false
  }

  private let writer: Writer
  private let state = Mutex(State())

  package init(_ writer: Writer) { self.writer = writer }

  /// Makes the turns durable, all or none. Another commit of the group that fails doesn't affect them.
  ///
  /// - Parameter completion: Called on the writer's queue.
  package func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    let commit = Commit(turns: turns, completion: completion)
    let records = turns.reduce(0) { $0 + $1.records }
    state.withLock { state in
      if !state.isOpen || state.groups[state.groups.count - 1].records + records > Self.recordsPerGroup {
        state.groups.append(Group())
        state.isOpen = true
        writer.enqueue { connection in self.commitNext(connection) }
      }
      state.groups[state.groups.count - 1].commits.append(commit)
      state.groups[state.groups.count - 1].records += records
    }
  }

  /// Runs `body` on the writer's queue, after all writes that were called before.
  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (Writer.Connection) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    state.withLock { state in
      state.isOpen = false
      writer.enqueue { connection in answer(Result { try body(connection) }.mapError(Writer.explain)) }
    }
  }

  private func commitNext(_ connection: Writer.Connection) {
    let group = state.withLock { state in
      if state.groups.count == 1 { state.isOpen = false }
      return state.groups.removeFirst()
    }
    // A closure: a generic type builds a key path at each use, in 19,000 instructions.
    let errors = writer.commit(group.commits.map { $0.turns }, on: connection)
    for (commit, error) in zip(group.commits, errors) { commit.completion(error.map(Writer.explain)) }
  }
}

extension StoredTurn {
  /// The number of rows to write, about.
  fileprivate var records: Int {
    let models = windows.reduce(0) { $0 + $1.row.models.count + $1.row.deletedModels.count }
    let owned = objects.count + rows.count + timers.count + posts.count + tenants.count + publications.count
    let operated = keptAside.count + triggers.count + outcomes.count + access.count + audit.count
    return windows.count + models + deletedWindows.count + owned + operated
  }
}

extension SQLConnection {
  /// Applies batches within a transaction. One that fails doesn't affect the others, unless it is the only one.
  ///
  /// - Returns: The error of each batch.
  /// - Throws: An error with which the whole transaction fails.
  package func apply(_ batches: [[StoredTurn]]) throws -> [(any Error)?] {
    if batches.count == 1 {
      for turn in batches[0] { try apply(turn) }
      return [nil]
    }
    return try batches.map { batch in
      try inSavepoint { for turn in batch { try apply(turn) } }
    }
  }
}
