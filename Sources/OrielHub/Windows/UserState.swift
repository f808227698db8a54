import Oriel
import OrielDocument

/// A user with at least one window in memory: all these windows share the environment's objects.
package final class UserState: RosterMember {
  /// The user, with the roles of the latest sign-in.
  package private(set) var user: User
  let objects: EnvironmentObjects
  /// The windows in the order of their use, the most recent last.
  package internal(set) var windows: [Window] = []
  /// The number of the user's windows in memory and in the store.
  var keptWindows: Int
  /// Whether the windows that were not used for longest are being looked for.
  var isCrowdingOut = false
  /// Whether callbacks are still waiting for it. They are called one after another, and the first may finish its window
  /// before the next opens one.
  var isAwaited = false
  var rosterIndex = 0
  /// The user's saved objects, if there are any.
  private let saved: SavedObjects?

  /// - Parameters:
  ///   - keptWindows: The number of the user's windows in the store.
  ///   - shared: The objects of all users, over which the user's own have precedence.
  init(user: User, keptWindows: Int, objects: [AnyObject], shared: [AnyObject], hub: WindowHub) {
    self.user = user
    self.keptWindows = keptWindows
    self.objects = EnvironmentObjects(shared + objects)
    let kept = objects.compactMap { $0 as? any SavedState }
    saved = kept.isEmpty ? nil : SavedObjects(of: user, self.objects, hub: hub)
    for object in kept {
      object._node.owner = saved
      object._node.services = saved
    }
  }

  /// Updates the user, perhaps with other roles, in all windows.
  func signedIn(as user: User) {
    guard user.key == self.user.key, user.roles != self.user.roles else { return }
    self.user = user
    for window in windows {
      window.client.user = user
      window.unsaved.origin = true
    }
  }

  /// The user's name as a parked subject.
  var subject: String { Parked.Subject.user(user.id).text }

  func used(_ window: Window) {
    guard windows.last !== window else { return }
    windows.removeAll { $0 === window }
    windows.append(window)
  }

  /// Ends the tasks and timers of the saved objects, because the user leaves memory.
  func endWork() {
    saved?.isInUse = false
    for case let object as any SavedState in objects.all where object._node.services === saved {
      object._node.cancelWork()
    }
  }

  /// The saved objects that have changed, encoded.
  func takeChanges() -> [StoredObject] {
    guard let saved, saved.hasChanged else { return [] }
    saved.hasChanged = false
    return saved.encode(objects.all)
  }
}

/// Records the changes of saved environment objects, and runs their work.
private final class SavedObjects: ModelOwner {
  let user: ScalarKey
  let hub: WindowHub
  private(set) var turnContext: TurnContext!
  var isInUse = true
  var hasChanged = false
  private var changed: Set<ObjectIdentifier> = []

  init(of user: User, _ objects: EnvironmentObjects, hub: WindowHub) {
    self.user = user.key
    self.hub = hub
    let environment = EnvironmentValues(objects: objects, client: ClientEnvironment(user: user))
    turnContext = TurnContext(environment: environment, subject: Parked.Subject.user(user.id).text, host: self)
  }

  func propertyChanged(of node: _ModelNode) {
    changed.insert(ObjectIdentifier(node))
    hasChanged = true
    hub.changes.add(user: user)
  }

  func encode(_ objects: [AnyObject]) -> [StoredObject] {
    defer { changed = [] }
    return objects.compactMap { $0 as? any SavedState }.filter { changed.contains(ObjectIdentifier($0._node)) }
      .map { StoredObject(user: user.text, type: TypeName.of(type(of: $0)).mangled, value: SavedObject.encode($0)) }
  }
}

extension SavedObjects: HubMember {
  func isObserved(at level: NavigationVerbosity) -> Bool { hub.events.isObserved(at: level) }
  func tell(_ event: NavigationEvent) { hub.events.tell(event, in: WindowID("")) }
}

/// Encodes and decodes environment objects.
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
