private struct FocusModifier: RenderModifier {
  let focus: FocusBinding

  func apply(to context: inout RenderContext) { context.attributes.focus = focus }
}

extension View {
  /// Gives the view the keyboard focus while the binding is `true`, and updates the binding when the user moves the
  /// focus.
  public func focused(_ isFocused: Binding<Bool>) -> _ModifiedView {
    let focus = FocusBinding(
      isFocused: isFocused.wrappedValue,
      focus: { if !isFocused.wrappedValue { isFocused.wrappedValue = true } },
      blur: { if isFocused.wrappedValue { isFocused.wrappedValue = false } })
    return _ModifiedView(self, FocusModifier(focus: focus))
  }

  /// Gives the view the keyboard focus while the binding has this value, and updates the binding when the user moves
  /// the focus.
  ///
  /// When the focus leaves, the binding becomes `nil` only if it still has this value, because the next view may have
  /// set it already.
  public func focused<Value: Hashable>(_ binding: Binding<Value?>, equals value: Value) -> _ModifiedView {
    let focus = FocusBinding(
      isFocused: binding.wrappedValue == value,
      focus: { if binding.wrappedValue != value { binding.wrappedValue = value } },
      blur: { if binding.wrappedValue == value { binding.wrappedValue = nil } })
    return _ModifiedView(self, FocusModifier(focus: focus))
  }
}
