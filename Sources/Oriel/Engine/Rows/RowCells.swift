import Observation

/// Records what bodies have read in `Rows`: one element, the ids, or everything.
///
/// An element that a tracked body reads gets a cell, which is dropped at the element's change. Observation's key paths
/// with arguments would take 3 µs a read.
///
/// An object, because a reader that is notified of a change may read at once.
final class RowCells<ID: Hashable> {
  private var cells: [ID: RowCell] = [:]
  /// How many of them are of ids without an element.
  private var absent = 0
  private let members = RowCell()
  private let everything = RowCell()

  /// Any id may be asked for, so cells of ids without an element are limited; beyond them, all arrivals are observed.
  static var absentLimit: Int { 4096 }

  var count: Int { cells.count }

  func read(_ id: ID, isPresent: Bool) {
    // A tracking that is not the engine's observes everything.
    guard Tracking.isOn else { return everything.access() }
    if let cell = cells[id] { return cell.access() }
    if !isPresent {
      guard absent < Self.absentLimit else { return members.access() }
      absent += 1
    }
    let cell = RowCell(isOfAbsent: !isPresent)
    cells[id] = cell
    cell.access()
  }

  func readMembers() { members.access() }

  func readEverything() { everything.access() }

  /// An element is about to change, to come or to go.
  func change(_ id: ID, isMember: Bool) {
    if let cell = cells.removeValue(forKey: id) {
      if cell.isOfAbsent { absent -= 1 }
      cell.change()
    }
    if isMember { members.change() }
    everything.change()
  }
}

/// One thing that bodies observe, with a key path that is made once.
final class RowCell: Observable {
  let isOfAbsent: Bool
  private let registrar = LazyRegistrar()
  /// Whether a reader waits for the next change.
  private(set) var isRead = false
  private var value: Void { () }

  init(isOfAbsent: Bool = false) { self.isOfAbsent = isOfAbsent }

  func access() {
    isRead = true
    registrar.access(self, keyPath: \.value)
  }

  /// Tells those who have read it since the last change.
  func change() {
    guard isRead else { return }
    isRead = false
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}
