import GRDB
import OrielHub
import Synchronization

/// The writes of a store, in the order in which they are called. Commits that wait for the writer at the same time are
/// one group: they share a transaction and its `fsync`.
///
/// A group takes no commit that was called after another kind of write, so no write overtakes another.
final class WriteQueue: Sendable {
  /// The number of records above which a group takes no further commit, so that the answers of small commits don't
  /// wait for many large ones. A commit with more records than that is a group of its own.
  static let recordsPerGroup = 2000

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
    var groups: [Group] = []
    /// Whether the last group is the last write.
    var isOpen = false
  }

  private let writer: any DatabaseWriter
  /// Whether writes are done before the calls return.
  private let isAwaited: Bool
  private let state = Mutex(State())

  init(_ writer: any DatabaseWriter, isAwaited: Bool = false) { (self.writer, self.isAwaited) = (writer, isAwaited) }

  /// Makes the turns durable, all or none. Another commit of the group that fails doesn't affect them.
  ///
  /// - Parameter completion: Called on the writer's queue.
  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    if isAwaited {
      let errors = writer.writeWithoutTransaction { db in db.commit([turns]) }
      return completion(errors[0].map(SQLiteStoreError.init))
    }
    let commit = Commit(turns: turns, completion: completion)
    let records = turns.reduce(0) { $0 + $1.records }
    state.withLock { state in
      if !state.isOpen || state.groups[state.groups.count - 1].records + records > Self.recordsPerGroup {
        state.groups.append(Group())
        state.isOpen = true
        writer.asyncWriteWithoutTransaction { db in self.writeNext(db) }
      }
      state.groups[state.groups.count - 1].commits.append(commit)
      state.groups[state.groups.count - 1].records += records
    }
  }

  /// Runs `body` on the writer's queue, after all writes that were called before.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value, then answer: @escaping StoreAnswer<Value>
  ) {
    if isAwaited {
      return answer(Result { try writer.writeWithoutTransaction(body) }.mapError(SQLiteStoreError.init))
    }
    state.withLock { state in
      state.isOpen = false
      writer.asyncWriteWithoutTransaction { db in answer(Result { try body(db) }.mapError(SQLiteStoreError.init)) }
    }
  }

  private func writeNext(_ db: Database) {
    let group = state.withLock { state in
      if state.groups.count == 1 { state.isOpen = false }
      return state.groups.removeFirst()
    }
    let errors = db.commit(group.commits.map(\.turns))
    for (commit, error) in zip(group.commits, errors) { commit.completion(error.map(SQLiteStoreError.init)) }
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

extension Database {
  /// Runs `body` in a transaction.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try inTransaction(.immediate) {
      value = try body()
      return .commit
    }
    return value!
  }

  /// Applies each batch whole or not at all, all in one transaction.
  ///
  /// - Returns: The error of each batch; `nil` if it is durable. If the transaction fails, no batch is.
  fileprivate func commit(_ batches: [[StoredTurn]]) -> [(any Error)?] {
    var errors = [(any Error)?](repeating: nil, count: batches.count)
    do {
      try inTransaction(.immediate) {
        if batches.count == 1 {
          try apply(batches[0])
        } else {
          for (place, batch) in batches.enumerated() { errors[place] = try error(ofApplying: batch) }
        }
        return errors.contains { $0 == nil } ? .commit : .rollback
      }
    } catch {
      return errors.map { $0 ?? error }
    }
    return errors
  }

  private func apply(_ turns: [StoredTurn]) throws {
    for turn in turns { try apply(turn) }
  }

  /// Applies a batch and undoes it if it fails.
  ///
  /// - Returns: The reason why the batch has failed.
  /// - Throws: An error with which SQLite has ended the whole transaction, such as that of a full disk
  ///   (sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction").
  private func error(ofApplying batch: [StoredTurn]) throws -> (any Error)? {
    do {
      try inSavepoint {
        try apply(batch)
        return .commit
      }
      return nil
    } catch {
      guard isInsideTransaction else { throw error }
      return error
    }
  }
}
