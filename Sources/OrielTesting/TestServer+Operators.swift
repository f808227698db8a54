import Oriel
import OrielDocument
import OrielHub

// The acts of an operator, as from the command line, the console or the JSON API.

extension TestServer {
  /// Opens a window for a user who already has one, as `oriel open` does. It exists at once, and one of the user's
  /// pages is asked to show it.
  ///
  /// ```swift
  /// let id = try server.openWindow("counter")
  /// let counter = try desk.openWindow()
  /// ```
  /// - Parameters:
  ///   - scene: The id of a scene that takes no value.
  ///   - url: An address within the scene; by default its root.
  ///   - user: The user's id.
  /// - Throws: `TestError.nothingTo` if the user, the scene or the value is invalid.
  @discardableResult
  public func openWindow(_ scene: String, url: String? = nil, for user: String = "user") throws -> WindowID {
    try opened(scene, value: nil, url: url, user: user)
  }

  /// Opens a window for a value.
  @discardableResult
  public func openWindow(
    _ scene: String, value: some Encodable, url: String? = nil, for user: String = "user"
  ) throws -> WindowID {
    try opened(scene, value: JSONValueEncoder.encode(value), url: url, user: user)
  }

  private func opened(_ scene: String, value: JSONValue?, url: String?, user: String) throws -> WindowID {
    try step((scene, value, url, user)) { hub, asked in
      let (scene, value, url, user) = asked
      do throws(OpenError) {
        return try hub.open(scene: scene, value: value, url: url, for: user).id
      } catch {
        throw TestError.nothingTo("open: \(error)")
      }
    }
  }

  /// Dismisses a window for good, even if it is asleep. Its pages are told to close.
  ///
  /// - Returns: Whether there was such a window.
  @discardableResult
  public func dismissWindow(_ window: WindowID) throws -> Bool {
    let found = try step(window) { hub, id in
      let found = Found()
      hub.dismiss(id) { found.isFound = $0 }
      return found
    }
    return found.isFound
  }

  private final class Found { var isFound = false }

  /// Sends a trigger to a window, or to all windows. It then appears in ``TestWindow/triggers``.
  public func sendEnvironmentTrigger(_ trigger: EnvironmentTrigger, to window: WindowID? = nil) throws {
    try step((trigger, window)) { hub, sent in
      hub.sendTrigger(
        kind: sent.0.kind, payload: sent.0.payload, to: sent.1.map(WindowTarget.window) ?? .everyone, expires: nil
      ) { _ in }
    }
  }
}
