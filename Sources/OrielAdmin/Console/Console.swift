import Oriel

/// The operators' console at `/admin`: a separate app on the same hub.
///
/// For users without the role `admin` its scene doesn't exist. Its windows are stored and resumed like any others, but
/// are not counted, listed or reached by triggers as windows of the app.
package enum Console {
  static let sceneID = "admin"

  package static var scene: some Scene {
    WindowGroup("Console", id: sceneID) { ConsoleModel() }
      .onOpenURL { url, root in (root as? ConsoleModel)?.open(url) ?? false }
      .changing {
        $0.requiredRole = "admin"
        $0.isConsole = true
      }
  }
}
