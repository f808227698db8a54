import Oriel

/// The operators' console at `/admin`: an app of its own that lives on the same hub, beside the app.
///
/// For users without the role `admin` there is no such scene. Its windows are none of the app's: they are stored and
/// resumed like all, and are not counted, listed or reached by triggers.
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
