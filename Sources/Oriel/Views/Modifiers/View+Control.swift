/// How the buttons in a view look.
public struct ButtonStyle: Sendable {
  let style: Style

  /// As the client finds right for the place.
  public static let automatic = ButtonStyle(style: Style())
  /// With an edge, or a shade, around it.
  public static let bordered = ButtonStyle(style: Style(.bordered))
  /// Filled with the accent's colour: the one that is meant to be pressed.
  public static let borderedProminent = ButtonStyle(style: Style(.prominent))
  /// The text alone.
  public static let plain = ButtonStyle(style: Style(.plain))
}

private struct ButtonStyleModifier: RenderModifier {
  let style: ButtonStyle

  func apply(to context: inout RenderContext) { context.environment.buttonStyle = style.style }
}

private struct PickerStyleModifier: RenderModifier {
  let style: PickerStyle

  func apply(to context: inout RenderContext) { context.environment.pickerStyle = style }
}

private struct DisabledModifier: RenderModifier {
  let isDisabled: Bool

  /// What is in a disabled view cannot be enabled again.
  func apply(to context: inout RenderContext) {
    if isDisabled { context.environment.isDisabled = true }
  }
}

private struct TextLimitModifier: RenderModifier {
  let limit: Int

  func apply(to context: inout RenderContext) {
    context.environment.textLimit = TextLimit(scalars: max(limit, 0), isExplicit: true)
  }
}

private struct SubmitModifier: RenderModifier {
  let handler: ElementHandler

  /// As in SwiftUI, the one nearest to the field is called first and those around it after it.
  func apply(to context: inout RenderContext) {
    context.environment.onSubmit = context.environment.onSubmit.map(handler.followed) ?? handler
  }
}

extension View {
  /// How all buttons and menus in the view look.
  public func buttonStyle(_ style: ButtonStyle) -> ModifiedView {
    ModifiedView(self, ButtonStyleModifier(style: style))
  }

  /// How all pickers in the view show their options.
  public func pickerStyle(_ style: PickerStyle) -> ModifiedView {
    ModifiedView(self, PickerStyleModifier(style: style))
  }

  /// Whether the controls in the view take no events. A client that sends one all the same is refused.
  public func disabled(_ isDisabled: Bool) -> ModifiedView {
    ModifiedView(self, DisabledModifier(isDisabled: isDisabled))
  }

  /// How long a text the fields in the view take, in Unicode scalars. 16,384 if nothing is said.
  public func textLimit(_ scalars: Int) -> ModifiedView {
    ModifiedView(self, TextLimitModifier(limit: scalars))
  }

  /// What is done when the user submits a text field in the view.
  public func onSubmit(_ action: @escaping () throws -> Void) -> ModifiedView {
    ModifiedView(self, SubmitModifier(handler: .action(action)))
  }

  /// What is done when the user submits a text field in the view.
  public func onSubmit(_ action: nonisolated(nonsending) @escaping () async throws -> Void) -> ModifiedView {
    ModifiedView(self, SubmitModifier(handler: .action(action)))
  }
}
