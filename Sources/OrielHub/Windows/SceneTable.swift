import Oriel
import OrielDocument

/// The scenes of an app.
struct SceneTable {
  private let windows: [ScalarKey: WindowScene]
  private let sharedModels: [ScalarKey: WindowScene]
  let defaultScene: WindowScene
  /// The scene of the operators' console, if there is one.
  let console: WindowScene?
  /// The types of the models that are saved.
  let types: SavedTypes

  init(_ declarations: [SceneDeclaration]) throws(HubError) {
    windows = try Self.byID(declarations.filter { $0.role == .window })
    sharedModels = try Self.byID(declarations.filter { $0.role == .shared })
    types = SavedTypes(renamed: declarations.flatMap(\.renamed))
    console = windows.values.first { $0.isConsole }
    guard let first = declarations.first(where: { $0.role == .window && !$0.takesValue && !$0.isConsole }),
      let scene = windows[ScalarKey(first.id)]
    else { throw .noScene }
    defaultScene = scene
  }

  private static func byID(_ declarations: [SceneDeclaration]) throws(HubError) -> [ScalarKey: WindowScene] {
    var byID: [ScalarKey: WindowScene] = [:]
    for scene in declarations {
      guard 1...64 ~= scene.id.unicodeScalars.count else { throw .sceneID(scene.id) }
      guard byID.updateValue(WindowScene(scene), forKey: ScalarKey(scene.id)) == nil else {
        throw .duplicateScene(scene.id)
      }
    }
    return byID
  }

  subscript(id: String) -> WindowScene? { windows[ScalarKey(id)] }

  func shared(_ id: String) -> WindowScene? { sharedModels[ScalarKey(id)] }

  /// Those of the app's windows.
  var ofApp: some Sequence<WindowScene> { windows.values.lazy.filter { !$0.isConsole } }

  /// The scene and value for an address: those named by the page, or else by the address, or else the default. A scene
  /// that requires another role doesn't count.
  func scene(for url: WindowURL?, named name: String?, value: JSONValue?, roles: Set<String>) -> (
    scene: WindowScene, value: JSONValue?
  ) {
    func open(_ id: String) -> WindowScene? { self[id].flatMap { $0.opens(to: roles) ? $0 : nil } }
    let named = name.flatMap(open) ?? url?.path.first.flatMap(open)
    guard let named else { return (defaultScene, nil) }
    let value = named.takesValue ? value ?? url.flatMap(named.address.value) : value
    return named.accepts(value) ? (named, value) : (defaultScene, nil)
  }
}

/// The reason why a hub can't be created for an app.
package enum HubError: Error, Equatable, CustomStringConvertible {
  case noScene
  case duplicateScene(String)
  case sceneID(String)

  package var description: String {
    switch self {
    case .noScene: "The app has no default window: add a WindowGroup without a value to its body"
    case .sceneID(let id): "The scene id \"\(id)\" must have 1 to 64 characters"
    case .duplicateScene(let id): "Two scenes are called \"\(id)\": give one of them another id"
    }
  }
}
