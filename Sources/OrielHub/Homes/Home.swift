import Oriel
import OrielDocument

/// A tenant's state in memory: the objects that its users share, its shared documents, and its members.
package final class Home {
  package let tenant: Tenant
  /// The services, then the tenant's objects, which have precedence.
  let objects: EnvironmentObjects
  /// The environment of the tenant's objects and shared models, without any user or page.
  let environment: EnvironmentValues
  /// The tenant's windows, as its objects see them.
  let windows: Windows
  /// The acts on windows that wait for what is not in memory.
  var acts = PendingActs()
  /// How often the tenant's documents are rendered for changes made elsewhere, and those that wait for that.
  var pace = RenderPace()
  var late = LateDocuments()
  var sharedDocuments: SharedDocuments
  var calledSources = CalledSources()
  /// The number of members in memory.
  var memberCount = 0
  /// The callbacks that still need it, though no member is in memory yet.
  var holds = 0
  /// Whether its objects were started. Those of a new tenant are not before a visitor has been admitted.
  private(set) var isStarted = false
  /// The state that operators and its objects have given it.
  var mark: StoredMark
  var inbox: Inbox
  var requestKeys: RequestKeys
  /// The tenant's saved objects, if there are any.
  let saved: SavedObjects?
  private let own: [AnyObject]
  private let formerTypes: [String: String]

  init(
    _ stored: StoredTenant, shared: [SharedRecord] = [], services: Services, objects restored: RestoredObjects,
    hub: (any WindowActing)?
  ) {
    tenant = stored.mark.tenant
    mark = stored.mark
    inbox = Inbox(stored.timers.filter(\.isMessage))
    requestKeys = RequestKeys(stored.timers)
    sharedDocuments = SharedDocuments(asleep: shared, prefix: tenant == .everywhere ? "e" : "s")
    own = restored.objects
    formerTypes = restored.formerTypes
    windows = Windows(of: tenant, on: hub)
    objects = EnvironmentObjects(services.all as [AnyObject] + (tenant.isOfApp ? [windows] : []) + own)
    environment = EnvironmentValues(objects: objects, client: ClientEnvironment(user: User(id: "", tenant: tenant)))
    saved = restored.saved
    saved?.begin(in: environment)
    saved?.home = self
  }

  /// Whether something of it is saved: its members, its windows and its shared models.
  var isStored: Bool { tenant != .everywhere }

  /// Starts its saved objects, in order, once.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    for object in own { (object as? any SavedState)?.start() }
  }

  /// Whether nothing in memory needs it, so that an operator's act may unload it.
  var isUnused: Bool { memberCount == 0 && holds == 0 && sharedDocuments.isEmpty }

  /// Whether nothing in memory needs it, and no message is due.
  func isIdle(at time: Int64) -> Bool {
    isUnused && !acts.hasReady && !mark.isAwake && (!isStarted || inbox.isIdle(at: time))
  }

  /// The object to which messages for this type are given, and the context of its turns.
  func receiver(of type: String) -> (any SavedState, TurnContext)? {
    guard let context = saved?.turnContext else { return nil }
    let name = formerTypes[type] ?? type
    let object = own.lazy.compactMap { $0 as? any SavedState }.first { TypeName.of(Swift.type(of: $0)).mangled == name }
    return object.map { ($0, context) }
  }
}
