import Oriel

/// A tenant's state in memory: the objects that its users share, its shared documents, and its members.
package final class Home {
  package let tenant: Tenant
  /// The services, then the tenant's objects, which have precedence.
  let objects: EnvironmentObjects
  /// The environment of the tenant's objects and shared models, without any user or page.
  let environment: EnvironmentValues
  var sharedDocuments = SharedDocuments()
  /// The number of members in memory.
  var memberCount = 0
  /// The callbacks that still need it, though no member is in memory yet.
  var holds = 0
  /// Whether its objects were started. Those of a new tenant are not before a visitor has been admitted.
  private(set) var isStarted = false
  /// The tenant's saved objects, if there are any.
  let saved: SavedObjects?
  private let own: [AnyObject]

  init(_ tenant: Tenant, services: Services, objects restored: RestoredObjects) {
    self.tenant = tenant
    own = restored.objects
    objects = EnvironmentObjects(services.all + own)
    environment = EnvironmentValues(objects: objects, client: ClientEnvironment(user: User(id: "", tenant: tenant)))
    saved = restored.saved
    saved?.begin(in: environment)
    for object in own { (object as? any SavedState)?._node.environment = environment }
  }

  /// Starts its saved objects, in order, once.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    for object in own { (object as? any SavedState)?.start() }
  }

  /// Whether nothing in memory needs it.
  var isIdle: Bool { memberCount == 0 && holds == 0 && sharedDocuments.isEmpty }
}
