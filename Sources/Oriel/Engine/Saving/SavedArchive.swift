/// The archived rows of one property, for their owner.
package protocol SavedArchive: AnyObject, Sendable {
  var keyNames: [String] { get }

  /// The places and keys of the rows in the store, the newest last. Several: some may have to be written again.
  var savedForms: [String] { get set }

  /// From now on, rows can be read.
  func read(by reader: any ArchiveReader, migrations: [SavedMigration])

  /// A row as this version of the app saves it. Called on any thread.
  ///
  /// - Throws: The reason why it can't be decoded.
  func renewed(_ row: ArchivedRow) throws -> SavedRow

  /// Rows have been written again.
  func wasRenewed()
}

/// Reads archived rows from the store.
package protocol ArchiveReader: AnyObject, Sendable {
  /// Reads after all changes that were made before.
  func answer(_ question: ArchiveQuestion) async throws -> ArchiveAnswer
  /// Logs why rows can't be read.
  func report(_ message: String)
}

/// Which rows of an archive are wanted.
package struct ArchiveQuestion: Sendable, Hashable {
  /// A range of a key.
  package struct Condition: Sendable, Hashable {
    /// The place of the key.
    package var key: Int
    package var from: [UInt8]
    /// The first key that is not wanted.
    package var to: [UInt8]

    package init(key: Int, from: [UInt8], to: [UInt8]) { (self.key, self.from, self.to) = (key, from, to) }
  }

  package struct Sort: Sendable, Hashable {
    package var key: Int
    package var isReversed: Bool

    package init(key: Int, isReversed: Bool) { (self.key, self.isReversed) = (key, isReversed) }
  }

  package var conditions: [Condition] = []
  package var sorts: [Sort] = []
  /// Only these rows, by their ids as JSON.
  package var ids: [[UInt8]]?
  /// Those in the order in which they were added, after this place.
  package var after: Int64?
  package var range: Range<Int>
  /// Whether all that match are counted.
  package var counts = false

  package init(range: Range<Int>) { self.range = range }
}

package struct ArchiveAnswer: Sendable {
  package var rows: [ArchivedRow]
  package var count: Int?
  /// The rows that are damaged, which are not among the others.
  package var damaged = 0
  /// The place of the last row, damaged or not; `nil` if there is none.
  package var last: Int64?

  package init(rows: [ArchivedRow], count: Int?) { (self.rows, self.count) = (rows, count) }
}

/// A row as the store has it.
package struct ArchivedRow: Sendable, Hashable {
  /// As JSON.
  package var id: [UInt8]
  package var position: Int64
  /// The version of the object's class that saved it.
  package var version: Int
  /// As JSON.
  package var value: [UInt8]
  package var keys: [[UInt8]]

  package init(id: [UInt8], position: Int64, version: Int, value: [UInt8], keys: [[UInt8]]) {
    (self.id, self.position, self.version, self.value, self.keys) = (id, position, version, value, keys)
  }
}
