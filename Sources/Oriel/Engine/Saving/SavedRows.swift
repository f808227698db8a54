import OrielDocument

/// The rows of one property, for their owner, which saves and restores them.
package protocol SavedRows: AnyObject {
  /// Changes are told to the node's owner.
  func attach(to node: _ModelNode, as name: String)

  var size: RowSize { get }

  /// The name of the elements' type.
  var elementType: String { get }

  /// The changes since the last call: first the elements that have gone.
  func drainChanges() -> [SavedRow]

  /// Removes what a new object begins with, without a trace.
  func removeAllUnsaved()

  /// Adds an element from the store. Elements come in the order of their places.
  func restore(_ value: JSONValue, position: Int64, size: Int) throws

  /// Adds an element that an older version had saved under this id.
  func restore(migrated value: JSONValue, position: Int64, former: [UInt8]) throws

  /// Every row is saved again.
  func saveAll()

  /// `nil` if the rows are in memory.
  var archive: (any SavedArchive)? { get }
}

extension SavedRows {
  package var archive: (any SavedArchive)? { nil }
}

/// A changed row.
package struct SavedRow: Sendable, Hashable {
  /// As JSON.
  package var id: [UInt8]
  package var position: Int64
  /// As JSON; `nil` if the element has gone.
  package var value: [UInt8]?
  /// The keys of an archived row.
  package var keys: [[UInt8]]?
}

/// How many rows there are, and the size of their JSON.
package struct RowSize: Sendable, Equatable {
  package var rows: Int
  package var bytes: Int

  package init(rows: Int = 0, bytes: Int = 0) {
    self.rows = rows
    self.bytes = bytes
  }

  package static func + (left: RowSize, right: RowSize) -> RowSize {
    RowSize(rows: left.rows + right.rows, bytes: left.bytes + right.bytes)
  }

  package static func - (left: RowSize, right: RowSize) -> RowSize {
    RowSize(rows: left.rows - right.rows, bytes: left.bytes - right.bytes)
  }
}

package enum RowLimits {
  /// The size of a row's JSON.
  package static let rowBytes = 256 << 10
  /// The rows in one home. Nothing is refused beyond; the log warns at half.
  package static let rows = 100_000
  package static let bytes = 64 << 20
}

enum JSONText {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.write(try JSONValueEncoder.encode(value))
    return writer.bytes
  }
}

extension _SavedWriter {
  /// The `Rows` of a saved object, with the names of their properties.
  package static func rows(of object: any SavedState) -> [(name: String, rows: any SavedRows)] {
    var writer = _SavedWriter(findingRowsWith: NoIdentities())
    object._save(to: &writer)
    return writer.rows
  }
}

private final class NoIdentities: ModelIdentifying {
  func identify(_ model: any NavigationModel) -> String { "" }
}
