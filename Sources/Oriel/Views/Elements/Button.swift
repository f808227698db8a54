/// Does something when it is tapped.
///
/// Its action runs on the hub of the window. What it throws is logged and the client hears that it failed; what it did
/// before stays. An `async` action may take its time: other events come in between.
public struct Button<Label: View>: _ElementView {
  let title: String?
  let symbol: String?
  let label: Label
  let role: ButtonRole?
  let action: ElementHandler

  public init(
    role: ButtonRole? = nil, action: @escaping () throws -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(title: nil, symbol: nil, label: label(), role: role, action: .action(action))
  }

  public init(
    role: ButtonRole? = nil, action: nonisolated(nonsending) @escaping () async throws -> Void,
    @ViewBuilder label: () -> Label
  ) {
    self.init(title: nil, symbol: nil, label: label(), role: role, action: .action(action))
  }

  init(title: String?, symbol: String?, label: Label, role: ButtonRole?, action: ElementHandler) {
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
    if view.title != nil {
      renderer.close(element)
    } else {
      renderer.close(element, children: view.label)
    }
  }
}

extension Button where Label == Text {
  public init(_ title: String, role: ButtonRole? = nil, action: @escaping () throws -> Void) {
    self.init(title: title, symbol: nil, label: Text(title), role: role, action: .action(action))
  }

  public init(
    _ title: String, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(title: title, symbol: nil, label: Text(title), role: role, action: .action(action))
  }
}

extension Button where Label == Oriel.Label {
  /// - Parameter systemImage: the name of a symbol before the title.
  public init(
    _ title: String, systemImage: String, role: ButtonRole? = nil, action: @escaping () throws -> Void
  ) {
    let label = Label(title, systemImage: systemImage)
    self.init(title: title, symbol: systemImage, label: label, role: role, action: .action(action))
  }

  /// - Parameter systemImage: the name of a symbol before the title.
  public init(
    _ title: String, systemImage: String, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    let label = Label(title, systemImage: systemImage)
    self.init(title: title, symbol: systemImage, label: label, role: role, action: .action(action))
  }
}
