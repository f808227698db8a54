import Oriel

/// An app with a single kind of window, for a test of that window.
struct OneWindowApp: WindowApp {
  private let parts: Parts

  /// Guard of `@unchecked`: called on the thread of the test that wrote them, which is also the hub's thread.
  private struct Parts: @unchecked Sendable {
    var model: () -> any NavigationModel
    var environment: () -> EnvironmentValues
  }

  init() {
    self.init(model: { BlankModel() }, environment: { [] })
  }

  init(model: @escaping () -> any NavigationModel, environment: @escaping () -> EnvironmentValues) {
    parts = Parts(model: model, environment: environment)
  }

  var body: some Scene {
    let parts = parts
    WindowGroup("Window", id: "main") { parts.model() }
  }

  func environment(for user: User) -> EnvironmentValues { parts.environment() }
}

@NavigationModel
final class BlankModel {
  var body: some View { EmptyView() }
}
