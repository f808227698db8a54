import Oriel
import OrielServer

@main
struct CallQueue: WindowApp {
  /// Each call centre is a tenant. Everybody is admitted, as a caller at least.
  var tenancy: Tenancy { .path { user, environment in environment[Staff.self]?.admitted(user) } }

  var body: some Scene {
    WindowGroup("Call centres", id: "centres") { CentresModel() }.tenancy(.single)
    WindowGroup("Help", id: "help") { HelpModel() }.returnsToWaitingWindow()
    WindowGroup("Queue", id: "queue") { QueueModel() }.requiresRole("agent").returnsToWaitingWindow()
    WindowGroup("Call", id: "call", for: Call.ID.self) { id in CallModel(id: id) }.requiresRole("agent")
    WindowGroup("Sign in", id: "enter") { SignInModel() }.tenancy(.single).asksToSignIn()
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues {
    if tenant == .app { return [] }
    guard let roles = Staff.all[tenant] else { throw UnknownTenant() }
    return [Staff(roles), CallCentre()]
  }
}
