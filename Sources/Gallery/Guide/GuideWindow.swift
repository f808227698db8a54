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

/// What has to be there before there is anything to see.
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

/// What a visitor is to all windows of a guide.
@SavedState
final class Visitor {
  var isAuthenticated = false
}
