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
  var storedUser: String { user?.text ?? "" }

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
  /// Not held, because each of them holds this owner.
  private var objects: [WeakObject]
  package let hub: WindowHub
  package private(set) var turnContext: TurnContext!
  package private(set) var isInUse = true
  private var changed: Set<ObjectIdentifier> = []
  /// Whether a change waits for the end of the turn.
  var isQueued = false
  /// Whether a change waits for the next write.
  var isWaiting = false

  /// Becomes the owner of the objects.
  init(_ objects: [any SavedState], owner: SavedOwner, subject: String, hub: WindowHub) {
    self.objects = objects.map(WeakObject.init)
    self.owner = owner
    self.subject = subject
    self.hub = hub
    for object in objects {
      object._node.owner = self
      object._node.services = self
    }
  }

  /// - Parameter environment: Seen by the work of the objects.
  func begin(in environment: EnvironmentValues) {
    turnContext = TurnContext(environment: environment, subject: subject, host: self)
  }

  /// The objects leave the memory: their tasks and timers end, and nothing that one of them still does is saved.
  func end() {
    isInUse = false
    for object in objects.compactMap(\.object) {
      object._node.cancelWork()
      object._node.owner = nil
    }
    objects = []
  }

  package func propertyChanged(of node: _ModelNode) {
    changed.insert(ObjectIdentifier(node))
    hub.changes.add(self)
  }

  /// The changes since the last call, encoded.
  func takeChanges() -> SavedChanges {
    guard !changed.isEmpty else { return SavedChanges() }
    defer { changed = [] }
    var changes = SavedChanges()
    for object in objects.compactMap(\.object) where changed.contains(ObjectIdentifier(object._node)) {
      let type = TypeName.of(type(of: object)).mangled
      changes.objects.append(
        StoredObject(tenant: owner.tenant, user: owner.storedUser, type: type, value: SavedObject.encode(object)))
    }
    return changes
  }
}

extension SavedObjects: HubMember {
  package func isObserved(at level: NavigationVerbosity) -> Bool { hub.events.isObserved(at: level) }
  package func tell(_ notice: NavigationNotice) { hub.events.tell(notice, in: WindowID("")) }
}

private struct WeakObject {
  weak var object: (any SavedState)?

  init(_ object: any SavedState) { self.object = object }
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
    guard let record = try? SavedRecord(saved: JSONBytes.decode(bytes)) else { return false }
    return types.type(record.type) == type
  }

  static func decode<Object: SavedState>(
    _ type: Object.Type, from bytes: [UInt8]
  ) throws -> (Object, ForgottenProperties?) {
    let record = try SavedRecord(saved: JSONBytes.decode(bytes))
    let properties = try record.properties(after: type.migrations)
    let reader = _SavedReader(properties: properties, models: NoModels())
    let object = try Object(_restoring: reader)
    return (object, record.version == type.migrations.count ? reader.forgotten : nil)
  }
}

/// Environment objects can't hold models, which belong to a single window.
private final class NoModels: ModelIdentifying, ModelRestoring {
  func identify(_ model: any NavigationModel) -> String { "" }
  let types = SavedTypes()
  func restoredModel(_ id: String) throws -> any NavigationModel { throw SavedError.unknownModel(id) }
  func newTab(_ id: String) -> TabModel? { nil }
}
