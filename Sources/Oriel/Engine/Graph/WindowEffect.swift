import OrielDocument

/// A request of the app's code that reaches beyond its own window. The graph collects it, and the commit of the turn
/// performs it.
package enum WindowEffect {
  case openWindow(OpenRequest, in: Tenant?)
  case showWindow(WindowID)
  /// All windows of the same user and scene, or those for one value.
  case dismissWindows(scene: String, value: JSONValue?)
  case dismissWindow(WindowID)
  /// To the window's page.
  case sendTrigger(EnvironmentTrigger)
  /// No field will take these any more.
  case deleteFiles([UploadedFile])
}

extension WindowEffect {
  /// For an author who has asked for it too early; `nil` if it may be repeated.
  fileprivate var name: StaticString? {
    switch self {
    case .openWindow, .showWindow, .dismissWindows, .dismissWindow: "windows"
    case .sendTrigger: "triggers"
    case .deleteFiles: nil
    }
  }
}

/// The effects that wait for the commit, in their order.
struct WindowEffects {
  private var waiting: [WindowEffect] = []

  mutating func add(_ effect: WindowEffect) { waiting.append(effect) }

  mutating func drain() -> [WindowEffect] {
    guard !waiting.isEmpty else { return [] }
    defer { waiting = [] }
    return waiting
  }
}

extension NavigationGraph {
  /// The graph that performs effects: of a shared model's, that of the window whose user's event is handled.
  var acting: NavigationGraph? { host.acting(for: self) }

  /// Asks for an effect. It is performed by the commit that ends the turn.
  func perform(_ effect: WindowEffect) {
    effects.add(effect)
    if let name = effect.name { host.handlerChanges(name) }
    host.graphNeedsCommit()
  }

  package func drainEffects() -> [WindowEffect] { effects.drain() }
}
