import Oriel
import OrielServer

@main
struct Wall: WindowApp {
  var body: some Scene {
    WindowGroup("Wall", id: "wall") { .shared("status") }
      .tenancy(.everywhere)
    // Rendered once for all screens.
    SharedModel("status") { WallModel() }
      .tenancy(.everywhere)
    WindowGroup("Editor", id: "editor") { EditorModel() }
      .requiresRole("editor")
      .returnsToWaitingWindow()
    WindowGroup("Sign in", id: "enter") { SignInModel() }
      .tenancy(.single)
      .asksToSignIn()
  }

  func environment(for tenant: Tenant) async throws -> EnvironmentValues { [Board()] }
}
