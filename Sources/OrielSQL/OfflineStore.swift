import Oriel
import OrielHub

/// A store that no server uses, for an operator's commands.
package protocol OfflineStore: WindowStore {
  /// Changes the store in one transaction.
  func change<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value

  /// All that has been written is durable, and a server can use the store.
  func close() throws
}

extension OfflineStore {
  /// Moves the windows, objects and rows of a user from one tenant to another.
  ///
  /// - Returns: The number of windows, objects and rows; `nil` if the user has objects or rows in the other tenant.
  package func move(_ user: String, from tenant: Tenant, to other: Tenant) throws -> PurgedCounts? {
    try change { try $0.move(user, from: tenant, to: other) }
  }

  /// Puts records that were kept aside back in their places, all in one transaction.
  ///
  /// - Parameters:
  ///   - numbers: The records; `nil` for all.
  ///   - isReplacing: Whether they replace what is in their places, which is then kept aside itself.
  ///   - time: In milliseconds since 1970.
  /// - Returns: The result for each.
  package func restoreKept(
    _ numbers: [Int64]?, isReplacing: Bool, at time: Int64
  ) throws -> [(number: Int64, outcome: KeptOutcome)] {
    try change { connection in
      let all = try numbers ?? connection.keptRecords().filter { !$0.salvaged.order.isOfClosedWindow }.map(\.number)
      return try all.map { ($0, try connection.restoreKept($0, isReplacing: isReplacing, at: time)) }
    }
  }

  /// Deletes records that were kept aside.
  ///
  /// - Returns: How many there were.
  package func deleteKept(_ numbers: [Int64]) throws -> Int {
    try change { connection in try numbers.reduce(0) { $0 + (try connection.deleteKept("number = ?", [$1])) } }
  }

  /// Deletes the records that were kept aside before this time, in milliseconds since 1970.
  ///
  /// - Returns: How many there were.
  package func deleteKept(before time: Int64) throws -> Int {
    try change { try $0.deleteKept("time < ?", [time]) }
  }
}

/// Reads a store without changing it, also while a server uses it.
package protocol StoreInspection {
  /// Reads what is stored at one moment.
  func inspect<Value>(_ body: (any SQLConnection) throws -> Value) throws -> Value

  /// Looks at every row.
  func check() throws -> StoreFindings
}

extension StoreInspection {
  /// Every window, in the order of the ids, also those that are damaged.
  package func forEachWindow(_ body: (WindowID, StoredWindow) throws -> Void) throws {
    try inspect { try $0.forEachWindow(body) }
  }

  /// Every member that has objects or rows, with these.
  package func forEachMember(_ body: (Tenant, _ user: String, StoredObjects) throws -> Void) throws {
    try inspect { try $0.forEachMember(body) }
  }

  /// Every tenant with objects, rows, timers, messages, publications or a mark of its own.
  package func forEachTenant(_ body: (StoredTenant, [StoredPost]) throws -> Void) throws {
    try inspect { try $0.forEachTenant(body) }
  }

  /// The records that were kept aside, oldest first.
  package func keptRecords() throws -> [KeptRecord] { try inspect { try $0.keptRecords() } }
}

extension Result {
  package var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
