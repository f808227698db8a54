import OrielDocument

/// Whether `openWindow` may reuse a window that shows the same value.
public enum OpenWindowPolicy: String, Sendable, Codable {
  /// Always opens a new window.
  case new
  /// Brings an existing window of the same user, scene and value to the front, if there is one.
  case reuse
}

/// A window that code opens.
package struct OpenRequest: Equatable, Sendable {
  package var scene: String
  package var value: JSONValue?
  package var policy: OpenWindowPolicy
  /// Where its page appears, if that is new.
  package var placement: WindowPlacement?

  package init(
    _ scene: String, _ value: JSONValue?, _ policy: OpenWindowPolicy = .new, at placement: WindowPlacement? = nil
  ) {
    (self.scene, self.value, self.policy, self.placement) = (scene, value, policy, placement)
  }
}

struct OpenWindowCommand: NavigationCommand {
  let request: OpenRequest
  /// `nil` for the caller's, or the one that the scene's own tenancy finds.
  let tenant: Tenant?

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph?.acting else { return .notExecutable(.notAttached) }
    if let reason = graph.host.reasonAgainstOpening(scene: request.scene, value: request.value, in: tenant) {
      return .notExecutable(reason)
    }
    return .change { graph.perform(.openWindow(request, in: tenant)) }
  }
}

/// Shows a window of the caller's user.
struct ShowWindowCommand: NavigationCommand {
  let window: WindowID

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph?.acting else { return .notExecutable(.notAttached) }
    return .change { graph.perform(.showWindow(window)) }
  }
}

/// Dismisses windows of the caller's user: all of a scene, those for one value, or a single one.
struct DismissWindowCommand: NavigationCommand {
  enum Target {
    case scene(String, value: JSONValue?)
    case window(WindowID)
    case own
  }

  let target: Target

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph?.acting else { return .notExecutable(.notAttached) }
    switch target {
    case .own: return .change { graph.perform(.dismissWindow(graph.host.environment.window)) }
    case .window(let id): return .change { graph.perform(.dismissWindow(id)) }
    case .scene(let scene, let value):
      if case .unknownScene = graph.host.reasonAgainstOpening(scene: scene, value: value, in: nil) {
        return .notExecutable(.unknownScene(scene))
      }
      return .change { graph.perform(.dismissWindows(scene: scene, value: value)) }
    }
  }
}

struct OpenURLCommand: NavigationCommand {
  let url: String
  let target: String

  func plan(for caller: any NavigationModel) -> CommandPlan {
    guard let graph = caller._node.graph?.acting else { return .notExecutable(.notAttached) }
    guard SafeURL.isAllowed(url) else { return .notExecutable(.forbiddenURL(url)) }
    return .change { graph.perform(.sendTrigger(.openURL(url, target: target))) }
  }
}

extension NavigationCommand where Self == AnyNavigationCommand {
  /// Opens a window of a scene that takes no value.
  public static func openWindow(
    _ scene: String, policy: OpenWindowPolicy = .new, placement: WindowPlacement? = nil, in tenant: Tenant? = nil
  ) -> Self {
    Self(OpenWindowCommand(request: OpenRequest(scene, nil, policy, at: placement), tenant: tenant))
  }

  /// Brings the user's window of this scene for a value to the front, or opens one. Refused if the scene takes values of
  /// another type.
  public static func openWindow(
    _ scene: String, value: some Codable & Hashable, policy: OpenWindowPolicy = .reuse,
    placement: WindowPlacement? = nil, in tenant: Tenant? = nil
  ) -> Self {
    let request = OpenRequest(scene, SceneValue.encode(value), policy, at: placement)
    return Self(OpenWindowCommand(request: request, tenant: tenant))
  }

  /// Shows a window of the caller's user.
  public static func openWindow(_ window: WindowID) -> Self { Self(ShowWindowCommand(window: window)) }

  /// Dismisses every window of this scene.
  public static func dismissWindow(_ scene: String) -> Self {
    Self(DismissWindowCommand(target: .scene(scene, value: nil)))
  }
  /// Dismisses the windows of this scene that were opened for this value.
  public static func dismissWindow(_ scene: String, value: some Codable & Hashable) -> Self {
    Self(DismissWindowCommand(target: .scene(scene, value: SceneValue.encode(value))))
  }
  /// Dismisses a window of the caller's user.
  public static func dismissWindow(_ window: WindowID) -> Self { Self(DismissWindowCommand(target: .window(window))) }
  /// Dismisses the caller's window.
  public static var dismissWindow: Self { Self(DismissWindowCommand(target: .own)) }

  /// See ``NavigationModel-protocol/openURL(_:target:)``.
  public static func openURL(_ url: String, target: String = "_blank") -> Self {
    Self(OpenURLCommand(url: url, target: target))
  }
}

extension NavigationModel {
  /// Opens a window for the same user. It exists and is rendered before a page is asked to show it; a browser may
  /// require a click of the user first.
  ///
  /// - Parameters:
  ///   - scene: The id of a ``WindowGroup`` that takes no value.
  ///   - policy: Whether to bring an existing window to the front instead.
  ///   - placement: Where to put a new window.
  ///   - tenant: The tenant to open it in, for a user who is a member of several. By default it is the caller's, or the one
  ///     that the scene's ``Tenancy`` finds if it has another one than the caller's scene. In another tenant the window is
  ///     opened a moment later, if that admits the user; the result is `noTenant` if the tenancy can't lead there.
  @discardableResult
  public func openWindow(
    _ scene: String, policy: OpenWindowPolicy = .new, placement: WindowPlacement? = nil, in tenant: Tenant? = nil
  ) -> CommandResult {
    execute(.openWindow(scene, policy: policy, placement: placement, in: tenant))
  }

  /// Brings the user's window for a value to the front, or opens one if there is none, as SwiftUI's
  /// `openWindow(id:value:)` does.
  ///
  /// - Parameters:
  ///   - scene: The id of a ``WindowGroup`` for values of this type; for any other, the result is `wrongSceneValue`.
  ///   - value: The subject of the window. It is saved with the window and is part of its address.
  ///   - policy: `.new` opens another window for the same value.
  ///   - placement: Where to put a new window.
  ///   - tenant: The tenant to open it in, as for a window without a value.
  @discardableResult
  public func openWindow(
    _ scene: String, value: some Codable & Hashable, policy: OpenWindowPolicy = .reuse,
    placement: WindowPlacement? = nil, in tenant: Tenant? = nil
  ) -> CommandResult {
    execute(.openWindow(scene, value: value, policy: policy, placement: placement, in: tenant))
  }

  /// Shows a window that the user has in this tenant: brings it to the front, or asks this window's page to open it if no page
  /// shows it, also after it has been put to sleep. A window that was closed within the last 10 minutes is reopened, as
  /// after a restart. Nothing happens if the user has no such window.
  ///
  /// - Parameter window: The window's id, as ``Windows`` lists it.
  @discardableResult
  public func openWindow(_ window: WindowID) -> CommandResult { execute(.openWindow(window)) }

  /// Dismisses every window of this scene that the user has, with or without a page.
  @discardableResult
  public func dismissWindow(_ scene: String) -> CommandResult { execute(.dismissWindow(scene)) }

  /// Dismisses the windows of this scene that were opened for this value.
  @discardableResult
  public func dismissWindow(_ scene: String, value: some Codable & Hashable) -> CommandResult {
    execute(.dismissWindow(scene, value: value))
  }

  /// Dismisses one window of the user. Its whole graph finishes, and its pages are told to close. For 10 minutes, its user can
  /// reopen it, as after a restart: what it did once must not depend on its being gone.
  @discardableResult
  public func dismissWindow(_ window: WindowID) -> CommandResult { execute(.dismissWindow(window)) }

  /// Dismisses this model's window.
  @discardableResult
  public func dismissWindow() -> CommandResult { execute(.dismissWindow) }

  /// Opens a URL in the user's browser.
  ///
  /// - Parameters:
  ///   - url: A relative URL, or one with the scheme http, https, mailto or tel; the result is `forbiddenURL` for any
  ///     other.
  ///   - target: The name of a browsing context; `_blank` opens a new one.
  @discardableResult
  public func openURL(_ url: String, target: String = "_blank") -> CommandResult {
    execute(.openURL(url, target: target))
  }
}
