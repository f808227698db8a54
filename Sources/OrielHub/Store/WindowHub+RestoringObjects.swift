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
  /// - Throws: `UndecodableState` if the store has whole values that this program can't decode. Then nothing is changed.
  func restore(
    _ new: [AnyObject], of owner: SavedOwner, subject: String, from stored: StoredObjects
  ) throws -> RestoredObjects {
    var restored = RestoredObjects(objects: [])
    var kept: [RestoredState] = []
    var restoration = StateRestoration(stored, types: scenes.types)
    for object in new {
      guard let state = object as? any SavedState else {
        restored.objects.append(object)
        continue
      }
      let saved = restoration.restore(state)
      restored.objects.append(saved.object)
      if let former = saved.formerType { restored.formerTypes[former] = TypeName.of(type(of: state)).mangled }
      kept.append(saved)
    }
    if !restoration.undecodable.isEmpty { throw UndecodableState(restoration.undecodable, of: owner) }
    keepAside(restoration.damagedObjects, of: owner)
    keepAside(stored.damagedRows.map { ($0, "The row is damaged") } + restoration.rows.damaged)
    for (type, forgotten) in restoration.forgotten where forgotten.isNews(of: type) {
      logger.warning("The saved \(type) of a user was saved with different properties: \(forgotten)")
    }
    for (what, count) in restoration.rows.unknown {
      log(
        .warning, onceAMinute: "rows of \(what)",
        "There are \(count) saved rows of \(what), which this program doesn't have")
    }
    if !kept.isEmpty { restored.saved = SavedObjects(kept, owner: owner, subject: subject, hub: self) }
    for row in restoration.rows.former { writer.record(\.rows, row) }
    for state in kept where state.isChanged {
      state.object._node.owner?.propertyChanged(of: state.object._node)
      state.object._node.owner?.rowsChanged(of: state.object._node)
    }
    return restored
  }

  private func keepAside(_ objects: [(type: String, reason: String)], of owner: SavedOwner) {
    for (type, reason) in objects {
      log(.error, onceAMinute: "damaged \(type)", "A saved object is damaged; the record is kept aside: \(reason)")
      let subject = SalvageOrder.Subject.object(tenant: owner.tenant, user: owner.storedUser, type: type)
      writer.record(\.keptAside, SalvageOrder(subject, reason: reason, time: wallTime))
    }
  }

  /// A damaged row is copied, and then deleted, so that it is kept aside once.
  private func keepAside(_ rows: [(row: StoredElement, reason: String)]) {
    guard let first = rows.first else { return }
    log(
      .error, onceAMinute: "rows damaged",
      "\(rows.count) saved rows are damaged and kept aside; the first: \(first.reason)")
    for (row, reason) in rows {
      writer.record(\.keptAside, SalvageOrder(.row(row.key), reason: reason, time: wallTime))
      writer.record(\.rows, StoredElement(row.key, value: nil))
    }
  }
}

/// Decodes the saved objects of an owner, with their rows.
struct StateRestoration {
  private let stored: StoredObjects
  private let types: SavedTypes
  private(set) var rows: RowRestoration
  private var undecodableObjects: [UndecodableValue] = []
  /// The objects that no program can read.
  private(set) var damagedObjects: [(type: String, reason: String)] = []
  private(set) var forgotten: [(type: String, properties: ForgottenProperties)] = []

  init(_ stored: StoredObjects, types: SavedTypes) {
    self.stored = stored
    self.types = types
    rows = RowRestoration(stored.rows)
  }

  /// The whole values that this program can't decode.
  var undecodable: [UndecodableValue] { undecodableObjects + rows.undecodable }

  /// Restores a saved object, or returns the app's new one, with its rows.
  mutating func restore<State: SavedState>(_ new: State) -> RestoredState {
    let name = TypeName.of(State.self).mangled
    guard
      let (type, bytes) = stored.objects[name].map({ (name, $0) })
        ?? stored.objects.first(where: { SavedObject.isOf(State.self, $0.value, types) })
    else {
      var state = RestoredState(object: new)
      rows.restore(&state, of: name, as: name)
      return state
    }
    var state = RestoredState(object: new, isChanged: true)
    do {
      let record = try SavedObject.record(bytes)
      do {
        let (restored, forgotten) = try SavedObject.decode(State.self, from: record)
        if let forgotten { self.forgotten.append(("\(State.self)", forgotten)) }
        state = RestoredState(object: restored, isStored: type == name, isChanged: type != name)
      } catch {
        undecodableObjects.append(error)
      }
    } catch {
      damagedObjects.append((type, "\(State.self): \(error)"))
    }
    if type != name { state.formerType = type }
    rows.restore(&state, of: type, as: name)
    return state
  }

  /// Decodes each object whose type this program has, as a new one, with its rows.
  ///
  /// - Parameter found: Called with each object and the name of its type in the store.
  mutating func check(found: (any SavedState, _ type: String) -> Void) {
    for (name, bytes) in stored.objects.sorted(by: { $0.key < $1.key }) {
      guard let record = try? SavedObject.record(bytes), let type = types.type(record.type) as? any SavedState.Type
      else { continue }
      if let object = check(type, record, as: name) { found(object, name) }
    }
  }

  private mutating func check<State: SavedState>(
    _ type: State.Type, _ record: SavedRecord, as name: String
  ) -> (any SavedState)? {
    do {
      var state = RestoredState(object: try SavedObject.decode(type, from: record).0)
      rows.restore(&state, of: name, as: TypeName.of(type).mangled)
      return state.object
    } catch {
      undecodableObjects.append(error)
      return nil
    }
  }
}

/// The stored rows of an owner, until each is in the property that it belongs to.
struct RowRestoration {
  /// By type and property.
  private var stored: [Property: [StoredElement]]
  /// The rows that no program can read.
  private(set) var damaged: [(row: StoredElement, reason: String)] = []
  /// The properties some of whose rows this program can't decode.
  private(set) var undecodable: [UndecodableValue] = []
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
      let owner = TypeName.of(Swift.type(of: state.object)).short
      guard restore(rows, name, of: type, owner, migrations, isRenamed: type != current) else { continue }
      rows.saveAll()
      state.isChanged = true
    }
  }

  /// - Returns: Whether some have to be saved again, under the present names of their type and property.
  private mutating func restore(
    _ rows: any SavedRows, _ name: String, of type: String, _ owner: String, _ migrations: [SavedMigration],
    isRenamed: Bool
  ) -> Bool {
    var found = removeRows(named: name, of: type, migrations)
    guard !found.isEmpty else { return false }
    rows.removeAllUnsaved()
    found.sort { $0.position < $1.position }
    var failed = 0
    var first: (any Error)?
    for row in found {
      guard let value = try? JSONBytes.decode(row.value ?? []) else {
        damaged.append((row, "\(name): The row is no JSON"))
        continue
      }
      do {
        try restore(value, of: row, into: rows, migrations)
      } catch {
        failed += 1
        first = first ?? error
      }
    }
    if let first {
      let count = UndecodableValue.RowCount(failed: failed, all: found.count)
      undecodable.append(
        UndecodableValue("'\(name)' of \(owner)", rows: count, DecodingFailure(first, in: rows.elementType)))
    }
    // Those of a property that has become an archive are where they are in memory.
    let renamed = found.filter { isRenamed || $0.key.name != name || rows.archive != nil }
    former += renamed.map { StoredElement($0.key, value: nil) }
    return !renamed.isEmpty
  }

  /// Removes and returns the rows of the property, also those of a version that called it otherwise.
  private mutating func removeRows(named name: String, of type: String, _ migrations: [SavedMigration])
    -> [StoredElement]
  {
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

  private func restore(
    _ value: JSONValue, of row: StoredElement, into rows: any SavedRows, _ migrations: [SavedMigration]
  ) throws {
    guard row.version != migrations.count else {
      return try rows.restore(value, position: row.position, size: row.value?.count ?? 0)
    }
    let migrated = try migrations.migrate(value, of: row.key.name, since: row.version)
    try rows.restore(migrated: migrated, position: row.position, former: row.key.id)
  }
}
