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
    let index = hubIndices.first { look(user, on: $0) { $0.knows($1) } }
    return try step((scene, value, url, user), on: index ?? 0) { hub, asked in
      let (scene, value, url, user) = asked
      do throws(OpenError) {
        return try hub.open(scene: scene, value: value, url: url, for: user).id
      } catch {
        throw TestError.nothingTo("open: \(error)")
      }
    }
  }

  /// Dismisses a window, even if it is asleep. Its pages are told to close, and for 10 minutes its user can reopen it.
  ///
  /// - Returns: Whether there was such a window.
  @discardableResult
  public func dismissWindow(_ window: WindowID) throws -> Bool {
    let answer = Answer<Bool>()
    try step((window, answer), on: hub(of: window) ?? 0) { hub, asked in
      let (window, answer) = asked
      hub.performNow { answer.value = await hub.dismissWherever(window) }
    }
    return answer.value ?? false
  }

  /// Sends a trigger to a window, or to all windows. It then appears in ``TestWindow/triggers``.
  public func sendEnvironmentTrigger(_ trigger: EnvironmentTrigger, to window: WindowID? = nil) throws {
    for index in window.map({ [hub(of: $0) ?? 0] }) ?? Array(hubIndices) {
      try step((trigger, window), on: index) { hub, sent in
        let (trigger, window) = sent
        hub.performNow {
          _ = await hub.sendTriggerWherever(
            kind: trigger.kind, payload: trigger.payload, to: window.map(WindowTarget.window) ?? .everyone, expires: nil
          )
        }
      }
    }
  }

  /// Navigates a window to an address, as `oriel land` does. A window that is asleep is woken.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - url: The path, as in the address bar.
  /// - Throws: `TestError.nothingTo` if there is no such window, or the path is none.
  @discardableResult
  public func land(_ window: WindowID, at url: String) throws -> CommandResult {
    guard let place = WindowURL(url) else { throw TestError.nothingTo("land at: \"\(url)\" is no path") }
    return try acting(on: window, place) { hub, window, place in hub.land(window, at: .address(place)) }
  }

  /// Locks a window, as `oriel lock` does: its page shows the scene's lock screen. See ``unlock(_:)``.
  ///
  /// - Throws: `TestError.nothingTo` if there is no such window.
  public func lock(_ window: WindowID) throws { try acting(on: window, true) { $0.lock($1, $2) } }

  /// Unlocks a window, as `oriel unlock` does.
  ///
  /// - Throws: `TestError.nothingTo` if there is no such window.
  public func unlock(_ window: WindowID) throws { try acting(on: window, false) { $0.lock($1, $2) } }

  /// Signs a user out, as `oriel sign-out` does: their pages are closed and can't return, and their windows stay. Pages
  /// that are opened later have signed in again.
  public func signOut(_ user: String) throws { try step(user) { $0.access.signOut($1) } }

  /// Bans a user, as `oriel ban` does: their pages are closed and refused until ``unban(_:)``. Their windows stay.
  public func ban(_ user: String) throws { try step(user) { hub, user in _ = hub.access.ban(user) } }

  /// Lifts a ban, as `oriel unban` does.
  public func unban(_ user: String) throws { try step(user) { hub, user in _ = hub.access.unban(user) } }

  /// Closes a tenant, as `oriel tenant close` does: its pages are closed and refused until ``reopen(_:)``. Everything of it
  /// stays.
  ///
  /// - Throws: `TestError.nothingTo` if there is no such tenant, or it is closed.
  public func close(_ tenant: Tenant) async throws { try await act(.close, on: tenant) }

  /// Reopens a tenant, as `oriel tenant reopen` does.
  ///
  /// - Throws: `TestError.nothingTo` if there is no such tenant, or it is open.
  public func reopen(_ tenant: Tenant) async throws { try await act(.reopen, on: tenant) }

  private func act(_ act: TenantAct, on tenant: Tenant) async throws {
    try await settled()
    let answer = Answer<Result<Int, TenantRefusal>>()
    try step((tenant, answer), on: hub(of: tenant)) { hub, asked in
      let (tenant, answer) = asked
      hub.performNow {
        answer.value = await Result { () async throws(TenantRefusal) in try await hub.act(act, on: tenant) }
      }
    }
    switch answer.value {
    case .success: return
    case .failure(.unknown): throw TestError.nothingTo("do: there is no tenant \"\(tenant)\"")
    case .failure(.already(let state)): throw TestError.nothingTo("do: the tenant \"\(tenant)\" is \(state.rawValue)")
    case .failure(let refusal): throw TestError.nothingTo("do to the tenant \"\(tenant)\": \(refusal)")
    case nil: throw TestError.nothingTo("do to the tenant \"\(tenant)\": its store or a handler has not answered")
    }
  }

  private func acting<Value, Result>(
    on id: WindowID, _ value: Value, _ body: @escaping (WindowHub, Window, Value) -> Result
  ) throws -> Result {
    let answer = Answer<Result>()
    try step((id, value, body, answer), on: hub(of: id) ?? 0) { hub, asked in
      let (id, value, body, answer) = asked
      hub.performNow { answer.value = await hub.find(id).window.map { body(hub, $0, value) } }
    }
    guard let result = answer.value else { throw TestError.nothingTo("act on: there is no window \(id)") }
    return result
  }

  private final class Answer<Value> { var value: Value? }
}
