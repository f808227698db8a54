import Oriel

/// By what a list of windows is sorted: `title`, or `-title` for the reverse.
package struct WindowSort: Hashable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case title, user, tenant, scene, state, behind, idle, events, slowest, node
  }

  package var field: Field
  package var isReversed: Bool

  package init(_ field: Field, isReversed: Bool = false) { (self.field, self.isReversed) = (field, isReversed) }

  /// Returns `nil` if there is no such field.
  package init?(_ text: String) {
    let isReversed = text.utf8.first == UInt8(ascii: "-")
    guard let field = Field(rawValue: String(text.dropFirst(isReversed ? 1 : 0))) else { return nil }
    self.init(field, isReversed: isReversed)
  }

  /// The place of a row in the list.
  package enum Key: Comparable, Sendable {
    case number(Int64)
    /// Regardless of case.
    case text(String)

    package init(folding text: String) { self = .text(text.lowercased()) }
  }

  func key(of row: WindowRow) -> Key {
    switch field {
    case .title: Key(folding: row.title)
    case .user: Key(folding: row.user)
    case .tenant: Key(folding: row.tenant.name)
    case .scene: Key(folding: row.scene)
    case .state: .number(row.state.rank)
    case .behind: .number(row.page?.lag?.milliseconds ?? 0)
    case .idle: .number(-row.lastUsedAt)
    case .events: .number(Int64(row.recentEvents))
    case .slowest: .number(row.slowest)
    // All of a server have one.
    case .node: .number(0)
    }
  }

  /// Sorts by keys, which are made once. Equal rows keep their order.
  package func sorted<Row>(_ rows: [Row], by key: (Row) -> Key) -> [Row] {
    let keyed = rows.enumerated().map { (key: key($1), rank: $0, row: $1) }
    return keyed.sorted { first, second in
      if first.key == second.key { return first.rank < second.rank }
      return isReversed ? first.key > second.key : first.key < second.key
    }.map(\.row)
  }
}

extension WindowFilter.State {
  /// Those that need an operator first.
  package var rank: Int64 {
    switch self {
    case .parked: 0
    case .behind: 1
    case .attached: 2
    case .waiting: 3
    case .asleep: 4
    case .awake, .all: 5
    }
  }
}
