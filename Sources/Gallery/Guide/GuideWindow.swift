import Oriel

/// A guide through the building: its root takes a moment, and can be arranged in two ways.
enum GuideWindow {
  static let scene = WindowGroup("Guide", id: "guide") { () async throws -> any NavigationModel in
    try await GuideServices.start()
    return GuideModel()
  }
  .onNavigationRoute(GuideRoute.self) { route, root in root.send(values: route.values) }
  .destinations(GuidePage.self, GuideSettingsPage.self)
}

/// The data that must be loaded before the guide shows anything.
enum GuideServices {
  static func start() async throws {
    try await withThrowingTaskGroup { group in
      for _ in ["floor plan", "opening hours", "voices", "pictures"] {
        group.addTask { try await Task.sleep(for: .milliseconds(200)) }
      }
      try await group.waitForAll()
    }
  }
}

/// The visitor, as all windows of a guide know them.
@SavedState
final class Visitor {
  var isAuthenticated = false
}
