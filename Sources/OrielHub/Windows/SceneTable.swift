import Oriel
import OrielDocument

/// The scenes of an app.
struct SceneTable {
  private let windows: [ScalarKey: WindowScene]
  private let sharedModels: [ScalarKey: WindowScene]
  let defaultScene: WindowScene
  /// The scene of the operators' console, if there is one.
  let console: WindowScene?
  /// The first scene that lists a user's windows, and opens beyond their limit.
  let list: WindowScene?
  /// The scene in which visitors sign in, if there is one.
  let signIn: WindowScene?
  /// The types of the models that are saved.
  let types: SavedTypes
  private let appTenancy: Tenancy

  init(_ declarations: [SceneDeclaration], tenancy: Tenancy) throws(HubError) {
    appTenancy = tenancy
    windows = try Self.byID(declarations.filter { $0.role == .window }, tenancy)
    let shared = declarations.filter { $0.role == .shared }
    guard shared.allSatisfy({ $0.tenancy?.isEverywhere ?? true }) else { throw .sharedTenancy }
    sharedModels = try Self.byID(shared, tenancy)
    types = SavedTypes(renamed: declarations.flatMap(\.renamed))
    console = windows.values.first { $0.isConsole }
    let list = declarations.first { $0.role == .window && $0.opensBeyondLimit && !$0.takesValue }
    self.list = list.flatMap { [windows] in windows[ScalarKey($0.id)] }
    let signIn = declarations.filter(\.asksToSignIn)
    if signIn.count > 1 { throw .signIn(signIn[1].id, "another scene asks to sign in: remove one of them") }
    self.signIn = try signIn.first.flatMap { [windows] scene throws(HubError) in
      try windows[ScalarKey(scene.id)].map { scene throws(HubError) in try Self.checked(signIn: scene) }
    }
    guard let first = declarations.first(where: { $0.role == .window && !$0.takesValue && !$0.isConsole }),
      let scene = windows[ScalarKey(first.id)]
    else { throw .noScene }
    defaultScene = scene
  }

  private static func byID(
    _ declarations: [SceneDeclaration], _ tenancy: Tenancy
  ) throws(HubError) -> [ScalarKey: WindowScene] {
    var byID: [ScalarKey: WindowScene] = [:]
    for scene in declarations {
      guard 1...64 ~= scene.id.unicodeScalars.count else { throw .sceneID(scene.id) }
      guard byID.updateValue(WindowScene(scene, tenancy: tenancy), forKey: ScalarKey(scene.id)) == nil else {
        throw .duplicateScene(scene.id)
      }
    }
    return byID
  }

  private static func checked(signIn scene: WindowScene) throws(HubError) -> WindowScene {
    if scene.takesValue { throw .signIn(scene.id, "it takes a value, which no visitor has") }
    if !scene.requiredRoles.isEmpty { throw .signIn(scene.id, "it requires a role, which no visitor has") }
    switch scene.tenancy.rule {
    case .single, .perUser: return scene
    default: throw .signIn(scene.id, "a visitor has no tenant yet: add .tenancy(.single) or .tenancy(.perUser)")
    }
  }

  subscript(id: String) -> WindowScene? { windows[ScalarKey(id)] }

  func shared(_ id: String) -> WindowScene? { sharedModels[ScalarKey(id)] }

  /// Those of the app's windows.
  var ofApp: some Sequence<WindowScene> { windows.values.lazy.filter { !$0.isConsole } }

  /// The scene that a page names, or that its address names, with the value; `nil` if there is none. The roles that it
  /// requires are not asked for.
  func scene(named name: String?, at url: WindowURL?, value: JSONValue?) -> (scene: WindowScene, value: JSONValue?)? {
    guard let named = name.flatMap({ self[$0] }) ?? url?.path.first.flatMap({ self[$0] }) else { return nil }
    let value = named.takesValue ? value ?? url.flatMap(named.address.value) : value
    return named.accepts(value) ? (named, value) : nil
  }
}

extension SceneTable {
  /// Whether some windows belong to the tenant that all users share.
  var leadToApp: Bool { appTenancy.leadsToApp || ofApp.contains { $0.tenancy.leadsToApp } }

  /// Whether all windows do.
  var haveSingleTenancyAlone: Bool { appTenancy.isSingle && ofApp.allSatisfy { $0.tenancy.isSingle } }

  /// Whether a tenant is never unloaded.
  func keepsInMemory(_ tenant: Tenant) -> Bool {
    tenant == .app && leadToApp || !tenant.isOfApp
  }

  /// Whether the tenant may be the first component of an address.
  var haveTenantsInPaths: Bool { appTenancy.isPath || ofApp.contains { $0.tenancy.isPath } }
}

/// The reason why a hub can't be created for an app.
package enum HubError: Error, Equatable, CustomStringConvertible {
  case noScene
  case duplicateScene(String)
  case sceneID(String)
  case sharedEnvironment
  case sharedTenancy
  case signIn(String, String)

  package var description: String {
    switch self {
    case .signIn(let scene, let reason): "Visitors can't sign in in the scene \"\(scene)\": \(reason)"
    case .noScene: "The app has no default window: add a WindowGroup without a value to its body"
    case .sceneID(let id): "The scene id \"\(id)\" must have 1 to 64 characters"
    case .sharedEnvironment:
      """
      sharedEnvironment() is not called any more: return what users share from environment(for: Tenant), where \
      @SavedState classes are saved, and pools and clients from prepare().
      """
    case .sharedTenancy: "A SharedModel is one in each tenant; the only tenancy it takes is .everywhere."
    case .duplicateScene(let id): "Two scenes are called \"\(id)\": give one of them another id"
    }
  }
}
