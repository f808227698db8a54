extension Scene {
  /// Has a page that opens the scene's address return to the user's window of this scene, and of the same value, that was used
  /// last and that no page shows, instead of opening another.
  ///
  /// ```swift
  /// WindowGroup("Desk", id: "desk") { DeskModel() }
  ///   .returnsToWaitingWindow()
  /// ```
  ///
  /// A window in which nothing was done does not count, and an address below the scene's opens a new window.
  /// `openWindow` still opens a new one.
  public func returnsToWaitingWindow() -> Self { changing { $0.returnsToWaiting = true } }

  /// Gives each user at most one window of the scene for each value, or one window if the scene takes no value.
  ///
  /// ```swift
  /// WindowGroup("Conversation", id: "conversation", for: Int.self) { ConversationModel(id: $0) }
  ///   .oneWindowPerValue()
  /// ```
  ///
  /// A page that opens the address of a window that exists gets that window, with its state: one that waits, or the one that
  /// another page of the user shows. The other page then says that the window is open elsewhere, and offers to take it
  /// back. An address below the window's own is opened in it, as a link is. `openWindow` brings the window to the front, whatever
  /// its policy.
  ///
  /// A window can't be moved to a user who has one for its value, and a closed one can't be reopened beside another. Copies
  /// that operators open for themselves, and windows that are parked because they have crashed the server, don't count.
  public func oneWindowPerValue() -> Self { changing { $0.hasOneWindowPerValue = true } }

  /// Has one window of the scene open although its user has as many windows open as may be, and has the pages that are
  /// refused for that reason link to it.
  ///
  /// Use it for the scene in which users find their windows and close them:
  ///
  /// ```swift
  /// WindowGroup("Your windows", id: "windows") { YourWindowsModel() }
  ///   .opensBeyondWindowLimit()
  /// ```
  ///
  /// If several scenes of an app have it, pages link to the first. A scene that takes a value is not linked to. How many windows
  /// may be open is a setting of the server (*Limits*).
  public func opensBeyondWindowLimit() -> Self { changing { $0.opensBeyondLimit = true } }

  /// Restricts a scene to users with a role, such as `admin`. For all other users the scene doesn't exist: a page that
  /// asks for it is told that there is nothing at its address, and none of its windows can be opened or resumed. A visitor
  /// who has not signed in is led to do so, if the app has a scene that ``Scene/asksToSignIn()``.
  ///
  /// ```swift
  /// WindowGroup("Payroll", id: "payroll") { PayrollModel() }
  ///   .requiresRole("clerk")
  /// ```
  ///
  /// A user's roles come from the latest sign-in; read them with `@Environment(\.user)`. If the user loses the role, an
  /// open window stays until its page reconnects.
  ///
  /// - Parameter role: The role as in the user's token, case-sensitive.
  public func requiresRole(_ role: String) -> Self { changing { $0.requiredRoles = [role] } }
}
