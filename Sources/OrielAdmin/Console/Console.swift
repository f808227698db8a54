import Oriel
import OrielHub

/// The operators' console at `/admin`: a separate app on the same hub.
///
/// For users without a role of operators its scene doesn't exist. Its windows are stored and resumed like any others, but
/// are not counted, listed or reached by triggers as windows of the app.
package enum Console {
  static let sceneID = "admin"

  package static func scene(for operators: OperatorRoles = OperatorRoles(), _ api: AdminAPI = AdminAPI()) -> some Scene
  {
    WindowGroup("Console", id: sceneID) { ConsoleModel() }
      .onOpenURL { url, root in (root as? ConsoleModel)?.open(url) ?? false }
      .changing {
        $0.requiredRoles = operators.names
        $0.consoleObjects = [api]
      }
  }
}
