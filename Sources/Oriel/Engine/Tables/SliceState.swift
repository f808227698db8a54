import OrielDocument

/// A row that a page has.
package final class ShownRow {
  let cells: JSONValue
  let tone: String?
  /// The row that it was made of.
  let row: Any
  /// About how many bytes it has on the wire.
  let size: Int

  init(cells: [JSONValue], tone: String?, row: Any) {
    (self.cells, self.tone, self.row) = (.array(cells), tone, row)
    size = cells.reduce(64) { $0 + Self.size(of: $1) }
  }

  static func size(of value: JSONValue) -> Int {
    switch value {
    case .string(let text): text.utf8.count + 3
    case .array(let elements): elements.reduce(2) { $0 + size(of: $1) }
    case .object(let members): members.reduce(2) { $0 + $1.key.utf8.count + 4 + size(of: $1.value) }
    default: 8
    }
  }
}

/// A page's copy of a slice.
struct SliceState {
  struct Row {
    var shown: ShownRow
    var isSelected = false
    var isGone = false

    var json: JSONValue {
      var json: JSONObject = ["cells": shown.cells]
      if let tone = shown.tone { json.append("tone", .string(tone)) }
      if isSelected { json.append("selected", true) }
      if isGone { json.append("gone", true) }
      return .object(json)
    }

    func isSame(as other: Row) -> Bool {
      shown === other.shown && isSelected == other.isSelected && isGone == other.isGone
    }
  }

  /// The rank of the first row, and the number of all.
  var from = 0
  var total = 0
  /// The changes of the order that wait for the end of the hold.
  var waiting = 0
  /// The rows that have come above since the page was at the top.
  var fresh = 0
  /// The menu of a row, and the detail of one.
  var menu: JSONValue?
  var detail: JSONValue?
  var status: TableStatus?
  var ids: [String] = []
  var rows: [String: Row] = [:]

  var json: JSONValue {
    // Of other columns, no row may have been made yet.
    let ids = ids.filter { self.rows[$0] != nil }
    var rows = JSONObject(reserving: ids.count)
    for id in ids { rows.append(id, self.rows[id]!.json) }
    var json: JSONObject = [
      "from": .integer(from), "total": .integer(total), "ids": .array(ids.map { .string($0) }), "rows": .object(rows),
    ]
    for case let (name, value?) in options { json.append(name, value) }
    return .object(json)
  }

  /// The members that are absent at times.
  private var options: [(String, JSONValue?)] {
    [
      ("waiting", waiting > 0 ? .integer(waiting) : nil), ("fresh", fresh > 0 ? .integer(fresh) : nil), ("menu", menu),
      ("detail", detail), ("atLeast", status?.isAtLeast == true ? true : nil),
      ("loading", status?.isLoading == true ? true : nil),
      ("problem", (status?.problem).map { .string($0) }),
    ]
  }

  /// Whether so few rows are left that the whole is shorter than the difference.
  func hasLeft(_ old: SliceState) -> Bool { 4 * ids.count { old.rows[$0] != nil } < ids.count }

  func difference(from old: SliceState) -> [PatchOperation] {
    var operations: [PatchOperation] = []
    for id in ids {
      let row = rows[id]!
      guard let former = old.rows[id] else {
        operations.append(.add(JSONPointer(tokens: ["rows", id]), row.json))
        continue
      }
      guard !row.isSame(as: former) else { continue }
      JSONValue.difference(from: former.json, to: row.json, at: ["rows", id], into: &operations)
    }
    if ids != old.ids { appendMoves(from: old, to: &operations) }
    if from != old.from { operations.append(.replace(JSONPointer(tokens: ["from"]), .integer(from))) }
    if total != old.total { operations.append(.replace(JSONPointer(tokens: ["total"]), .integer(total))) }
    for (new, former) in zip(options, old.options) {
      let path = JSONPointer(tokens: [new.0])
      switch (former.1, new.1) {
      case (nil, let new?): operations.append(.add(path, new))
      case (_?, nil): operations.append(.remove(path))
      case (let former?, let new?) where former != new: operations.append(.replace(path, new))
      default: break
      }
    }
    return operations
  }

  private func appendMoves(from old: SliceState, to operations: inout [PatchOperation]) {
    var places: [String: Int] = [:]
    for (place, id) in old.ids.enumerated() { places[id] = place }
    let changes = ListDifference(sources: ids.map { places[$0] ?? -1 }, oldCount: old.ids.count)
    for place in changes.removals { operations.append(.remove(JSONPointer(tokens: ["ids", "\(place)"]))) }
    for move in changes.moves {
      operations.append(
        .move(from: JSONPointer(tokens: ["ids", "\(move.from)"]), to: JSONPointer(tokens: ["ids", "\(move.to)"])))
    }
    for place in changes.insertions {
      operations.append(.add(JSONPointer(tokens: ["ids", "\(place)"]), .string(ids[place])))
    }
    for id in old.ids where rows[id] == nil { operations.append(.remove(JSONPointer(tokens: ["rows", id]))) }
  }
}
