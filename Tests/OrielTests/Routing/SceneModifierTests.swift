import OrielTesting
import Testing

@testable import Oriel

@Suite("What is said of a scene")
struct SceneModifierTests {
  /// Each takes a kind of window and gives the same kind back. So the compiler takes any of them after any other.
  private static let modifiers: [(name: String, say: @Sendable (WindowGroup) -> WindowGroup)] = [
    ("destinations", { $0.destinations(PlacesApp.Order.self) }),
    ("lockScreen", { $0.lockScreen(when: \Vault.isLocked) { NamedModel("lock") } }),
    ("navigationProvider", { $0.navigationProvider(for: Forecast.self) { _ in NamedModel("forecast") } }),
    ("onEnvironmentTrigger", { $0.onEnvironmentTrigger { trigger, _ in trigger } }),
    ("onNavigationRoute", { $0.onNavigationRoute(Way.self) { _, _ in } }),
    ("onOpenURL", { $0.onOpenURL { _, _ in true } }),
    ("renamed", { $0.renamed("OldModel", to: NamedModel.self) }),
    ("requiresRole", { $0.requiresRole("clerk") }),
    ("restorationKey", { $0.restorationKey("two") }),
  ]

  @Test func `every two of them may follow each other, and both are heard`() {
    for first in Self.modifiers {
      for second in Self.modifiers where second.name != first.name {
        let scene = second.say(first.say(WindowGroup("Desk") { NamedModel("desk") }))
        #expect(scene._declarations.map(\.said) == [[first.name, second.name].sorted()])
      }
    }
  }

  @Test func `a shared model and several scenes at once stay what they are`() {
    let shared: SharedModel = SharedModel("feed") { NamedModel("feed") }.renamed("OldModel", to: NamedModel.self)
    let scenes: SceneList = RoledApp().body.requiresRole("clerk").restorationKey("two")
    #expect(shared._declarations.map(\.said) == [["renamed"]])
    #expect(scenes._declarations.map(\.said) == Array(repeating: ["requiresRole", "restorationKey"], count: 2))
  }
}

extension SceneDeclaration {
  /// What was said of it, by name.
  fileprivate var said: [String] {
    let routed = routes.entries.map { entry in
      switch entry {
      case .destination: "destinations"
      case .route: "onNavigationRoute"
      case .url: "onOpenURL"
      }
    }
    let marks = [
      lockScreen.map { _ in "lockScreen" }, routes.providers.first.map { _ in "navigationProvider" },
      triggerHandler.map { _ in "onEnvironmentTrigger" }, renamed.first.map { _ in "renamed" },
      requiredRoles.first.map { _ in "requiresRole" }, restorationKey.map { _ in "restorationKey" },
    ]
    return (routed + marks.compactMap(\.self)).sorted()
  }
}

private struct RoledApp: WindowApp {
  var body: SceneList {
    WindowGroup("Desk") { NamedModel("desk") }
    WindowGroup("Payroll") { NamedModel("payroll") }
  }
}

@Observable
private final class Vault {
  var isLocked = false
}

private struct Forecast: NavigationProvidedDestination {}
