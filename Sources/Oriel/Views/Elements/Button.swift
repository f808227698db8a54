/// Does something when it is tapped.
///
/// Its action runs on the hub of the window. What it throws is logged and the client hears that it failed; what it did
/// before stays. An `async` action may take its time: other events come in between. It goes on when its model or its window
/// has ended; what should not is work for `task`.
public struct Button: _ElementView {
  let title: String?
  let symbol: String?
  /// Instead of a title.
  let label: ViewList?
  let role: ButtonRole?
  let action: ElementHandler

  /// A button whose label is made of views.
  public init<Label: View>(
    role: ButtonRole? = nil, action: @escaping () throws -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(title: nil, symbol: nil, label: ViewList(label()), role: role, action: .action(action))
  }

  /// A button whose label is made of views, and whose action may take its time.
  public init<Label: View>(
    role: ButtonRole? = nil, action: nonisolated(nonsending) @escaping () async throws -> Void,
    @ViewBuilder label: () -> Label
  ) {
    self.init(title: nil, symbol: nil, label: ViewList(label()), role: role, action: .action(action))
  }

  init(title: String?, symbol: String?, label: ViewList?, role: ButtonRole?, action: ElementHandler) {
    self.title = title
    self.symbol = symbol
    self.label = label
    self.role = role
    self.action = action
  }

  public static func _render(_ view: borrowing Button, into renderer: inout ElementRenderer) {
    var element = renderer.open("button", members: 4, takesEvents: true)
    if let title = view.title { element.set("text", title) }
    if let symbol = view.symbol { element.set("symbol", symbol) }
    if let role = view.role { element.set("role", role.rawValue) }
    element.style = renderer.context.environment.buttonStyle
    element.on("tap", view.action)
    if let label = view.label {
      renderer.close(element, children: label)
    } else {
      renderer.close(element)
    }
  }
}

extension Button {
  /// A button that reads this.
  public init(_ title: String, role: ButtonRole? = nil, action: @escaping () throws -> Void) {
    self.init(title: title, symbol: nil, label: nil, role: role, action: .action(action))
  }

  /// A button that reads this, and whose action may take its time.
  public init(
    _ title: String, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(title: title, symbol: nil, label: nil, role: role, action: .action(action))
  }

  /// A button with the symbol of this name before its title.
  public init(
    _ title: String, systemImage: String, role: ButtonRole? = nil, action: @escaping () throws -> Void
  ) {
    self.init(title: title, symbol: systemImage, label: nil, role: role, action: .action(action))
  }

  /// A button with the symbol of this name before its title, and an action that may take its time.
  public init(
    _ title: String, systemImage: String, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(title: title, symbol: systemImage, label: nil, role: role, action: .action(action))
  }
}
