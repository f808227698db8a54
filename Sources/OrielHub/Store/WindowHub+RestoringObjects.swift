import Oriel
import OrielDocument

/// The objects of an environment, the saved ones as they were.
struct RestoredObjects {
  /// In the order of the environment.
  var objects: [AnyObject]
  /// `nil` if none of them is saved.
  var saved: SavedObjects?
  /// The present types of objects that were stored under a former one.
  var formerTypes: [String: String] = [:]
}

/// A saved object with its rows.
struct RestoredState {
  var object: any SavedState
  var rows: [(name: String, rows: any SavedRows)] = []
  /// Whether the store has the object, under its present type.
  var isStored = false
  /// The type under which the store has it, if that is a former one.
  var formerType: String?
  /// Whether it has to be saved again.
  var isChanged = false
}

extension WindowHub {
  /// Replaces the saved objects among new ones by those in the store.
  ///
  /// - Parameter subject: The subject that is parked if saving them ends the process.
  func restore(
    _ new: [AnyObject], of owner: SavedOwner, subject: String, from stored: StoredObjects
  ) -> RestoredObjects {
    var restored = RestoredObjects(objects: [])
    var kept: [RestoredState] = []
    var rows = RowRestoration(stored.rows)
    for object in new {
      guard let state = object as? any SavedState else {
        restored.objects.append(object)
        continue
      }
      let saved = restore(state, of: owner, from: stored, &rows)
      restored.objects.append(saved.object)
      if let former = saved.formerType { restored.formerTypes[former] = TypeName.of(type(of: state)).mangled }
      kept.append(saved)
    }
    keepAside(stored.damagedRows.map { ($0, "The row is damaged") } + rows.failures)
    for (what, count) in rows.unknown {
      log(
        .warning, onceAMinute: "rows of \(what)",
        "There are \(count) saved rows of \(what), which this program doesn't have")
    }
    if !kept.isEmpty { restored.saved = SavedObjects(kept, owner: owner, subject: subject, hub: self) }
    for row in rows.former { writer.note(\.rows, row) }
    for state in kept where state.isChanged {
      state.object._node.owner?.propertyChanged(of: state.object._node)
      state.object._node.owner?.rowsChanged(of: state.object._node)
    }
    return restored
  }

  /// Restores a saved object, or returns the app's new one, with its rows.
  private func restore<State: SavedState>(
    _ new: State, of owner: SavedOwner, from stored: StoredObjects, _ rows: inout RowRestoration
  ) -> RestoredState {
    let name = TypeName.of(State.self).mangled
    guard
      let (type, bytes) = stored.objects[name].map({ (name, $0) })
        ?? stored.objects.first(where: { SavedObject.isOf(State.self, $0.value, scenes.types) })
    else {
      var state = RestoredState(object: new)
      rows.restore(&state, of: name, as: name)
      return state
    }
    var state: RestoredState
    do {
      let (restored, forgotten) = try SavedObject.decode(State.self, from: bytes)
      if let forgotten, forgotten.isNews(of: "\(State.self)") {
        logger.warning("The saved \(State.self) of a user was saved with different properties: \(forgotten)")
      }
      state = RestoredState(object: restored, isStored: type == name, isChanged: type != name)
    } catch {
      log(
        .error, onceAMinute: "object not restored \(State.self)",
        "A user's saved \(State.self) can't be restored; the record is kept aside: \(error)")
      let subject = SalvageOrder.Subject.object(tenant: owner.tenant, user: owner.storedUser, type: type)
      writer.note(\.keptAside, SalvageOrder(subject, reason: "\(State.self): \(error)", time: wallTime))
      state = RestoredState(object: new, isChanged: true)
    }
    if type != name { state.formerType = type }
    rows.restore(&state, of: type, as: name)
    return state
  }

  /// A row that can't be read is copied, and then deleted, so that it is kept aside once.
  private func keepAside(_ rows: [(row: StoredElement, reason: String)]) {
    guard let first = rows.first else { return }
    log(
      .error, onceAMinute: "rows not restored",
      "\(rows.count) saved rows can't be read and are kept aside; the first: \(first.reason)")
    for (row, reason) in rows {
      writer.note(\.keptAside, SalvageOrder(.row(row.key), reason: reason, time: wallTime))
      writer.note(\.rows, StoredElement(row.key, value: nil))
    }
  }
}

/// The stored rows of an owner, until each is in the property that it belongs to.
struct RowRestoration {
  /// By type and property.
  private var stored: [Property: [StoredElement]]
  /// The rows that can't be read.
  private(set) var failures: [(row: StoredElement, reason: String)] = []
  /// The rows under a former name of their type or property, to be deleted.
  private(set) var former: [StoredElement] = []

  private struct Property: Hashable {
    var type: String
    var name: String
  }

  init(_ rows: [StoredElement]) {
    stored = Dictionary(grouping: rows) { Property(type: $0.key.type, name: $0.key.name) }
  }

  /// The rows whose property this program doesn't have, which stay where they are.
  var unknown: [(String, count: Int)] {
    stored.map { ("'\($0.name)' of \($0.type)", $1.count) }.sorted { $0.0 < $1.0 }
  }

  /// - Parameters:
  ///   - type: The type in the store.
  ///   - current: The present name of the type.
  mutating func restore(_ state: inout RestoredState, of type: String, as current: String) {
    state.rows = _SavedWriter.rows(of: state.object)
    let migrations = Swift.type(of: state.object).migrations
    for (name, rows) in state.rows {
      guard restore(rows, name, of: type, migrations, isRenamed: type != current) else { continue }
      rows.saveAll()
      state.isChanged = true
    }
  }

  /// - Returns: Whether some have to be saved again, under the present names of their type and property.
  private mutating func restore(
    _ rows: any SavedRows, _ name: String, of type: String, _ migrations: [SavedMigration], isRenamed: Bool
  ) -> Bool {
    var found = take(name, of: type, migrations)
    guard !found.isEmpty else { return false }
    rows.removeAllUnsaved()
    found.sort { $0.position < $1.position }
    for row in found {
      do {
        try restore(row, into: rows, migrations)
      } catch {
        failures.append((row, "\(name): \(error)"))
      }
    }
    let renamed = found.filter { isRenamed || $0.key.name != name }
    former += renamed.map { StoredElement($0.key, value: nil) }
    return !renamed.isEmpty
  }

  /// Takes the rows of the property, also those of a version that called it otherwise.
  private mutating func take(_ name: String, of type: String, _ migrations: [SavedMigration]) -> [StoredElement] {
    var found: [StoredElement] = []
    for property in stored.keys where property.type == type {
      let all = stored[property] ?? []
      let theirs = all.filter { migrations.name(of: property.name, since: $0.version) == name }
      guard !theirs.isEmpty else { continue }
      found += theirs
      let others = all.filter { migrations.name(of: property.name, since: $0.version) != name }
      stored[property] = others.isEmpty ? nil : others
    }
    return found
  }

  private func restore(_ row: StoredElement, into rows: any SavedRows, _ migrations: [SavedMigration]) throws {
    let bytes = row.value ?? []
    let value = try JSONBytes.decode(bytes)
    if row.version == migrations.count { return try rows.restore(value, position: row.position, size: bytes.count) }
    let migrated = try migrations.migrate(value, of: row.key.name, since: row.version)
    try rows.restore(migrated: migrated, position: row.position, former: row.key.id)
  }
}
