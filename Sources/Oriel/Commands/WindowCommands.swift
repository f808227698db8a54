import OrielDocument

/// Whether `openWindow` may focus a window that shows the same value (U9).
public enum OpenWindowPolicy: String, Sendable, Codable {
  /// Always another window.
  case new
  /// Where the user has a window of that scene and value, it is brought to the front.
  case reuse
}

/// Opens a window of the caller's user (F4). It exists, rendered, before a page is asked to show it.
public struct OpenWindowCommand: NavigationCommand {
  let scene: String
  let value: JSONValue?
  let policy: OpenWindowPolicy
  let placement: WindowPlacement?

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let host = caller._node.graph?.host else { return .notExecutable(.notAttached) }
    if let reason = host.reasonAgainstOpening(scene: scene, value: value) { return .notExecutable(reason) }
    return .change { host.openWindow(scene: scene, value: value, policy: policy, placement: placement) }
  }
}

/// Ends windows of the caller's user (F5): all of a scene, those that show one value, or one.
public struct DismissWindowCommand: NavigationCommand {
  enum Target {
    case scene(String, value: JSONValue?)
    case window(WindowID)
    case own
  }

  let target: Target

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let host = caller._node.graph?.host else { return .notExecutable(.notAttached) }
    switch target {
    case .own: return .change { host.dismissWindow(host.environment.window) }
    case .window(let id): return .change { host.dismissWindow(id) }
    case .scene(let scene, let value):
      if case .unknownScene = host.reasonAgainstOpening(scene: scene, value: value) {
        return .notExecutable(.unknownScene(scene))
      }
      return .change { host.dismissWindows(scene: scene, value: value) }
    }
  }
}

/// Opens a URL in the user's browser (F93).
public struct OpenURLCommand: NavigationCommand {
  let url: String
  let target: String

  public func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let host = caller._node.graph?.host else { return .notExecutable(.notAttached) }
    guard SafeURL.isAllowed(url) else { return .notExecutable(.forbiddenURL(url)) }
    return .change { host.openURL(url, target: target) }
  }
}

extension NavigationCommand where Self == OpenWindowCommand {
  /// Opens a window of a scene that takes no value (F4).
  public static func openWindow(
    _ scene: String, policy: OpenWindowPolicy = .new, placement: WindowPlacement? = nil
  ) -> Self {
    Self(scene: scene, value: nil, policy: policy, placement: placement)
  }

  /// Opens a window of this scene for this value (F4). A value of another type than the scene's is refused.
  public static func openWindow(
    _ scene: String, value: some Codable & Hashable, policy: OpenWindowPolicy = .new,
    placement: WindowPlacement? = nil
  ) -> Self {
    Self(scene: scene, value: SceneValue.encode(value), policy: policy, placement: placement)
  }
}

extension NavigationCommand where Self == DismissWindowCommand {
  /// Every window of this scene.
  public static func dismissWindow(_ scene: String) -> Self { Self(target: .scene(scene, value: nil)) }
  /// The windows of this scene that show this value.
  public static func dismissWindow(_ scene: String, value: some Codable & Hashable) -> Self {
    Self(target: .scene(scene, value: SceneValue.encode(value)))
  }
  /// One window, if it is of the caller's user.
  public static func dismissWindow(_ window: WindowID) -> Self { Self(target: .window(window)) }
  /// The window the caller is in.
  public static var dismissWindow: Self { Self(target: .own) }
}

extension NavigationCommand where Self == OpenURLCommand {
  /// - Parameters:
  ///   - url: http, https, mailto, tel or relative.
  ///   - target: Where: a browsing context's name, `_blank` for a new one.
  public static func openURL(_ url: String, target: String = "_blank") -> Self { Self(url: url, target: target) }
}

extension NavigationModel {
  /// Opens a window of the same user (F4). It exists, rendered, before a page is asked to show it; a browser may want
  /// its
  /// user's click first.
  ///
  /// - Parameters:
  ///   - scene: The id of a ``WindowGroup`` that takes no value.
  ///   - policy: Whether one that shows the same may be brought to the front instead (U9).
  ///   - placement: Where a new one is to be.
  @discardableResult
  public func openWindow(
    _ scene: String, policy: OpenWindowPolicy = .new, placement: WindowPlacement? = nil
  ) -> CommandResult {
    execute(.openWindow(scene, policy: policy, placement: placement))
  }

  /// Opens a window of the same user for a value (F4).
  ///
  /// - Parameters:
  ///   - scene: The id of a ``WindowGroup`` for values of this type; for another, the answer is `wrongSceneValue`.
  ///   - value: What the window is about. It is saved with the window, and stands in its address.
  ///   - policy: Whether one that shows the same value may be brought to the front instead (U9).
  ///   - placement: Where a new one is to be.
  @discardableResult
  public func openWindow(
    _ scene: String, value: some Codable & Hashable, policy: OpenWindowPolicy = .new,
    placement: WindowPlacement? = nil
  ) -> CommandResult {
    execute(.openWindow(scene, value: value, policy: policy, placement: placement))
  }

  /// Ends every window of this scene that the user has, seen or not (F5).
  @discardableResult
  public func dismissWindow(_ scene: String) -> CommandResult { execute(.dismissWindow(scene)) }

  /// Ends the windows of this scene that were opened for this value (F5).
  @discardableResult
  public func dismissWindow(_ scene: String, value: some Codable & Hashable) -> CommandResult {
    execute(.dismissWindow(scene, value: value))
  }

  /// Ends one window of the user (F5). Its whole graph finishes, and its pages are told to close.
  @discardableResult
  public func dismissWindow(_ window: WindowID) -> CommandResult { execute(.dismissWindow(window)) }

  /// Ends the window this model is in (F5).
  @discardableResult
  public func dismissWindow() -> CommandResult { execute(.dismissWindow) }

  /// Opens a URL in the user's browser (F93).
  ///
  /// - Parameters:
  ///   - url: http, https, mailto, tel or relative; any other is refused, as `forbiddenURL`.
  ///   - target: A browsing context's name, `_blank` for a new one.
  @discardableResult
  public func openURL(_ url: String, target: String = "_blank") -> CommandResult {
    execute(.openURL(url, target: target))
  }
}
