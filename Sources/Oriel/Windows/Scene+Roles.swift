extension Scene {
  /// Lets in only users who have a role, such as `admin`. For everybody else there is no such scene: a page that asks
  /// for it gets the default one, and no window of it can be opened or come back to.
  ///
  /// ```swift
  /// WindowGroup("Payroll", id: "payroll") { PayrollModel() }
  ///   .requiresRole("clerk")
  /// ```
  ///
  /// Roles come with what a user has signed in with; `@Environment(\.user)` tells them. A window that is open when its
  /// user loses the role stays until its page comes back.
  ///
  /// - Parameter role: As the token of its user says it. Upper and lower case differ.
  public func requiresRole(_ role: String) -> some Scene {
    var declarations = _declarations
    for index in declarations.indices { declarations[index].requiredRole = role }
    return SceneList(_declarations: declarations)
  }
}
