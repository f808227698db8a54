/// A button that runs an action when it is pressed.
///
/// The action runs on the hub of the window. If it throws, the error is logged and the client is told that the event
/// failed; changes made before that stay. While an `async` action waits, other events are handled, but the same button does
/// nothing until its action has ended; see ``View/overlappingActions(_:)``. The action continues even if
/// its model or its window ends; use `task` for work that should end with the model.
public struct Button: ElementView {
  let title: String?
  let symbol: String?
  /// The label, if there is no title.
  let label: ViewList?
  let role: ButtonRole?
  let action: ElementHandler

  /// Creates a button with views as its label.
  public init<Label: View>(
    role: ButtonRole? = nil, action: @escaping () throws -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(title: nil, symbol: nil, label: ViewList(label()), role: role, action: .action(action))
  }

  /// Creates a button with views as its label and an asynchronous action.
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

  static func render(_ view: borrowing Button, into renderer: inout ElementRenderer) {
    var element = renderer.open("button", members: 4, takesEvents: true)
    if let title = view.title { element.set("text", title) }
    if let symbol = view.symbol { element.set("symbol", symbol) }
    if let role = view.role { element.set("role", role.rawValue) }
    element.style = renderer.context.environment.buttonStyle
    element.on("tap", view.action.once(unless: renderer.context.environment.mayOverlap))
    if let label = view.label {
      renderer.close(element, children: label)
    } else {
      renderer.close(element)
    }
  }
}

extension Button {
  /// Creates a button with a title, and perhaps a symbol before it.
  public init(
    _ title: String, systemImage: String? = nil, role: ButtonRole? = nil, action: @escaping () throws -> Void
  ) {
    self.init(title: title, symbol: systemImage, label: nil, role: role, action: .action(action))
  }

  /// Creates a button with a title, perhaps a symbol before it, and an asynchronous action.
  public init(
    _ title: String, systemImage: String? = nil, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(title: title, symbol: systemImage, label: nil, role: role, action: .action(action))
  }
}
