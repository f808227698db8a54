/// The style of buttons.
public struct ButtonStyle: Sendable {
  let style: Style

  /// The client's default for the place.
  public static let automatic = ButtonStyle(style: Style())
  /// With a border or background.
  public static let bordered = ButtonStyle(style: Style(.bordered))
  /// Filled with the accent colour, for the main action.
  public static let borderedProminent = ButtonStyle(style: Style(.prominent))
  /// The text only.
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

  /// Views inside a disabled view can't be enabled again.
  func apply(to context: inout RenderContext) {
    if isDisabled { context.environment.isDisabled = true }
  }
}

private struct OverlappingActionsModifier: RenderModifier {
  let mayOverlap: Bool

  func apply(to context: inout RenderContext) { context.environment.mayOverlap = mayOverlap }
}

private struct ShowsWritersModifier: RenderModifier {
  let areShown: Bool

  func apply(to context: inout RenderContext) { context.environment.showsWriters = areShown }
}

private struct TextLimitModifier: RenderModifier {
  let limit: Int

  func apply(to context: inout RenderContext) {
    context.environment.textLimit = TextLimit(scalars: max(limit, 0), isExplicit: true)
  }
}

private struct ContentTypeModifier: RenderModifier {
  let type: TextContentType?

  func apply(to context: inout RenderContext) { context.environment.textContentType = type }
}

private struct KeyboardModifier: RenderModifier {
  let type: KeyboardType

  func apply(to context: inout RenderContext) { context.environment.keyboardType = type }
}

private struct SubmitModifier: RenderModifier {
  let handler: ElementHandler

  /// As in SwiftUI, the action nearest to the field is called first, then those around it.
  func apply(to context: inout RenderContext) {
    context.environment.onSubmit = context.environment.onSubmit.map(handler.followed) ?? handler
  }
}

extension View {
  /// Sets the style of all buttons and menus in the view.
  public func buttonStyle(_ style: ButtonStyle) -> _ModifiedView {
    _ModifiedView(self, ButtonStyleModifier(style: style))
  }

  /// Sets the style of all pickers in the view.
  public func pickerStyle(_ style: PickerStyle) -> _ModifiedView {
    _ModifiedView(self, PickerStyleModifier(style: style))
  }

  /// Disables the controls in the view. An event sent to them anyway is refused.
  public func disabled(_ isDisabled: Bool) -> _ModifiedView {
    _ModifiedView(self, DisabledModifier(isDisabled: isDisabled))
  }

  /// Lets the buttons in the view begin their `async` actions again while they still run.
  ///
  /// ```swift
  /// import Oriel
  ///
  /// Button("One more") { try await self.order() }.overlappingActions()
  /// ```
  /// Otherwise a press of the same button in the same window is refused until its action has ended, so that a double click, or
  /// a second press out of impatience, orders nothing twice. Actions that aren't `async` end before the next press is handled.
  public func overlappingActions(_ areAllowed: Bool = true) -> _ModifiedView {
    _ModifiedView(self, OverlappingActionsModifier(mayOverlap: areAllowed))
  }

  /// Shows at the view's text fields and editors who else changes their text right now.
  ///
  /// ```swift
  /// import Oriel
  ///
  /// TextEditor(text: bind(\.incident.note)).showsWriters()
  /// ```
  /// A user is shown while typing, and for 3 seconds after the last letter, by ``User/name``; one without a name is *someone*.
  /// Several users may type in one text at the same time: nothing is lost, with or without this modifier.
  public func showsWriters(_ areShown: Bool = true) -> _ModifiedView {
    _ModifiedView(self, ShowsWritersModifier(areShown: areShown))
  }

  /// Sets the maximum length of texts in the view's fields, in Unicode scalars. The default is 16,384.
  public func textLimit(_ scalars: Int) -> _ModifiedView {
    _ModifiedView(self, TextLimitModifier(limit: scalars))
  }

  /// Says what the texts of the view's fields mean, so that browsers and password managers can fill them in.
  ///
  /// ```swift
  /// import Oriel
  ///
  /// TextField("Name", text: bind(\.name)).textContentType(.username)
  /// SecureField("Password", text: bind(\.password)).textContentType(.password)
  /// ```
  /// - Parameter type: The meaning; `nil` leaves it to the browser.
  public func textContentType(_ type: TextContentType?) -> _ModifiedView {
    _ModifiedView(self, ContentTypeModifier(type: type))
  }

  /// Sets the keys that a device without a keyboard shows for the view's fields.
  public func keyboardType(_ type: KeyboardType) -> _ModifiedView {
    _ModifiedView(self, KeyboardModifier(type: type))
  }

  /// Adds an action for when the user submits a text field in the view.
  public func onSubmit(_ action: @escaping () throws -> Void) -> _ModifiedView {
    _ModifiedView(self, SubmitModifier(handler: .action(action)))
  }

  /// Adds an action for when the user submits a text field in the view.
  public func onSubmit(_ action: nonisolated(nonsending) @escaping () async throws -> Void) -> _ModifiedView {
    _ModifiedView(self, SubmitModifier(handler: .action(action)))
  }
}
