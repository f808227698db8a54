import Oriel
import OrielDocument

/// The owner of saved objects: a tenant, or one of its members.
package struct SavedOwner: Hashable, Sendable {
  package var tenant: Tenant
  /// `nil` for the tenant itself.
  package var user: ScalarKey?

  package init(_ tenant: Tenant, user: ScalarKey? = nil) {
    self.tenant = tenant
    self.user = user
  }

  /// The user as the store has it.
  package var storedUser: String { user?.text ?? "" }

  func owns(_ object: StoredObject) -> Bool {
    object.tenant == tenant && object.user.hasSameScalars(as: storedUser)
  }

  func owns(_ row: StoredElement) -> Bool {
    row.key.tenant == tenant && row.key.user.hasSameScalars(as: storedUser)
  }
}

/// The saved objects of a tenant or of one of its members: records which of them have changed, and runs their work.
package final class SavedObjects: ModelOwner {
  let owner: SavedOwner
  /// The subject that is parked if saving them ends the process.
  let subject: String
  private var objects: [Entry]
  package let hub: WindowHub
  package private(set) var turnContext: TurnContext!
  package private(set) var isInUse = true
  /// The home of a tenant's objects.
  weak var home: Home?
  private var changed: Set<ObjectIdentifier> = []
  private var changedRows: Set<ObjectIdentifier> = []
  /// The size of all rows, as the hub knows it.
  private var size = RowSize()
  /// Whether a change waits for the end of the turn.
  var isQueued = false
  /// Whether a change waits for the next write.
  var isWaiting = false

  private struct Entry {
    /// Not held, because it holds this owner.
    weak var object: (any SavedState)?
    let node: ObjectIdentifier
    let type: String
    let version: Int
    let rows: [(name: String, rows: any SavedRows)]
    /// The archives among them.
    let archives: [StoredArchive]
    /// Whether the store has the object itself, and not only its rows.
    var isStored: Bool
  }

  /// Becomes the owner of the objects.
  init(_ objects: [RestoredState], owner: SavedOwner, subject: String, hub: WindowHub) {
    self.objects = objects.map { restored in
      let type = Swift.type(of: restored.object)
      return Entry(
        object: restored.object, node: ObjectIdentifier(restored.object._node), type: TypeName.of(type).mangled,
        version: type.migrations.count, rows: restored.rows,
        archives: StoredArchive.all(in: restored, of: owner, on: hub), isStored: restored.isStored)
    }
    self.owner = owner
    self.subject = subject
    self.hub = hub
    for restored in objects {
      restored.object._node.owner = self
      restored.object._node.services = self
      for (name, rows) in restored.rows { rows.attach(to: restored.object._node, as: name) }
    }
    countRows()
  }

  /// - Parameter environment: Seen by the work of the objects.
  func begin(in environment: EnvironmentValues) {
    environment.client.clock.hub = self
    turnContext = TurnContext(environment: environment, subject: subject, host: self)
    for entry in objects {
      entry.object?._node.readsEnvironment(of: turnContext)
      for archive in entry.archives { archive.begin(of: self) }
    }
  }

  /// The objects leave the memory: their tasks and timers end, and nothing that one of them still does is saved.
  func end() {
    isInUse = false
    for object in objects.compactMap(\.object) {
      object._node.cancelWork()
      object._node.owner = nil
    }
    objects = []
    countRows()
  }

  package func propertyChanged(of node: _ModelNode, _ property: StaticString?) {
    guard hub.isolation.isCurrent else { return changedElsewhere(node) { $0.propertyChanged(of: node, property) } }
    if let property { hub.handlers.repeatable?.changes(property) }
    changed.insert(ObjectIdentifier(node))
    hub.changes.add(self)
  }

  package func rowsChanged(of node: _ModelNode) {
    guard hub.isolation.isCurrent else { return changedElsewhere(node) { $0.rowsChanged(of: node) } }
    hub.handlers.repeatable?.changes("rows")
    changedRows.insert(ObjectIdentifier(node))
    hub.changes.add(self)
  }

  /// A closure of the app has left the hub. The change is kept, and the log says what to write instead.
  private func changedElsewhere(_ node: _ModelNode, then change: @escaping (SavedObjects) -> Void) {
    let id = ObjectIdentifier(node)
    hub.isolation.callback { [self] in
      guard let object = objects.first(where: { $0.node == id })?.object else { return }
      let type = TypeName.of(Swift.type(of: object)).short
      report(.changedElsewhere, type: type, "\(type) \(NavigationNotice.changedElsewhere)")
      change(self)
    }()
  }

  package func rowsMisused(_ message: String) { hub.logger.error("\(message)") }

  /// The changes since the last call, encoded.
  func drainChanges() -> SavedChanges {
    guard !changed.isEmpty || !changedRows.isEmpty else { return SavedChanges() }
    var changes = SavedChanges()
    for index in objects.indices {
      if changedRows.contains(objects[index].node) { changes.rows += drainRows(of: objects[index]) }
      // A row needs its object, whose type may be renamed.
      let isNew =
        (!objects[index].isStored || objects[index].archives.contains { !$0.isNoted })
        && changedRows.contains(objects[index].node)
      guard changed.contains(objects[index].node) || isNew, let object = objects[index].object else { continue }
      objects[index].isStored = true
      for archive in objects[index].archives { archive.note() }
      let value = SavedObject.encode(object)
      if value.count > hub.limits.largeObject { warnOfSize(value.count, of: object) }
      changes.objects.append(
        StoredObject(tenant: owner.tenant, user: owner.storedUser, type: objects[index].type, value: value))
    }
    if !changedRows.isEmpty { countRows() }
    (changed, changedRows) = ([], [])
    return changes
  }

  /// It can't be refused: the app has made the change.
  private func warnOfSize(_ bytes: Int, of object: any SavedState) {
    let type = TypeName.of(Swift.type(of: object)).short
    hub.log(
      .warning, onceAMinute: "large \(type)",
      """
      A saved \(type) has \(bytes) bytes, all of which are written at each change: limit what users may add to it, and keep \
      lists in Rows
      """)
  }

  func migrations(of node: _ModelNode) -> [SavedMigration] {
    let object = objects.first { $0.node == ObjectIdentifier(node) }?.object
    return object.map { Swift.type(of: $0).migrations } ?? []
  }

  private func drainRows(of entry: Entry) -> [StoredElement] {
    entry.rows.flatMap { name, rows in
      let archive = rows.archive == nil ? nil : entry.archives.first { $0.place.name == name }
      return rows.drainChanges().map { row in
        let key = StoredElement.Key(
          tenant: owner.tenant, user: owner.storedUser, type: entry.type, name: name, id: row.id)
        archive?.changed(row.id)
        return StoredElement(key, position: row.position, version: entry.version, value: row.value, keys: row.keys)
      }
    }
  }

  private func countRows() {
    let now = objects.lazy.flatMap(\.rows).reduce(RowSize()) { $0 + $1.rows.size }
    guard now != size else { return }
    hub.rowsChanged(of: owner.tenant, by: now - size)
    size = now
  }
}

extension SavedObjects: HubMember {
  package func isObserved(at level: NavigationVerbosity) -> Bool { hub.events.isObserved(at: level) }
  package func report(_ notice: NavigationNotice) { hub.events.report(notice, in: WindowID("")) }
}

extension SavedObjects: TenantServices {
  package var isTenant: Bool { home != nil }
  package var tenant: Tenant { owner.tenant }

  package func schedule(_ message: [UInt8], id: String, due: Int64, for object: any SavedState) {
    let name = TypeName.of(Swift.type(of: object))
    let timer = StoredTimer(tenant: tenant, type: name.mangled, id: id, due: due, message: message)
    guard let home, let reason = hub.schedule(timer, in: home) else { return }
    report(.misuse, type: name.short, "\(name.short) could not schedule \"\(id.prefix(128))\": \(reason)")
  }

  package func unschedule(_ id: String, for object: any SavedState) {
    if let home { hub.unschedule(id, of: TypeName.of(Swift.type(of: object)).mangled, in: home) }
  }

  package func stayAwake(_ awake: Bool) {
    if let home { hub.keepAwake(home, awake) }
  }
}

/// The changes of saved objects, for the store.
struct SavedChanges {
  var objects: [StoredObject] = []
  var rows: [StoredElement] = []
}

/// Encodes and decodes saved objects.
enum SavedObject {
  static func encode(_ object: any SavedState) -> [UInt8] {
    var writer = _SavedWriter(models: NoModels())
    object._save(to: &writer)
    let type = type(of: object)
    let record = SavedRecord(of: type, version: type.migrations.count, properties: writer.properties)
    return JSONBytes.encode(.object(record.saved))
  }

  /// Whether these bytes are of the type, including its former names.
  static func isOf(_ type: any SavedState.Type, _ bytes: [UInt8], _ types: SavedTypes) -> Bool {
    guard let record = try? record(bytes) else { return false }
    return types.type(record.type) == type
  }

  /// - Throws: The reason why no program can read these bytes.
  static func record(_ bytes: [UInt8]) throws -> SavedRecord { try SavedRecord(saved: JSONBytes.decode(bytes)) }

  static func decode<Object: SavedState>(
    _ type: Object.Type, from record: SavedRecord
  ) throws(UndecodableValue) -> (Object, ForgottenProperties?) {
    let name = TypeName.of(type).short
    var reader: _SavedReader?
    do {
      let properties = try record.properties(after: type.migrations)
      let values = _SavedReader(properties: properties, models: NoModels())
      reader = values
      let object = try Object(_restoring: values)
      return (object, record.version == type.migrations.count ? values.forgotten : nil)
    } catch {
      throw UndecodableValue(name, DecodingFailure(error, in: name, property: reader?.lastAsked))
    }
  }
}

/// Environment objects can't hold models, which belong to a single window.
private final class NoModels: ModelIdentifying, ModelRestoring {
  func identify(_ model: any NavigationModel) -> String { "" }
  let types = SavedTypes()
  func restoredModel(_ id: String) throws -> any NavigationModel { throw SavedError.unknownModel(id) }
  func newTab(_ id: String) -> TabModel? { nil }
}
