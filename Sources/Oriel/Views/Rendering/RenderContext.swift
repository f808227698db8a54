/// What modifiers say to the elements below them.
struct RenderContext {
  /// Meant for the topmost elements only.
  var attributes = ElementAttributes()
  /// Meant for all elements below.
  var environment = ElementEnvironment()
}

struct ElementAttributes {
  var style = Style()
  var isHidden = false
  var label: String?
  var source: String?
  var focus: FocusBinding?
  var contextMenu: ((inout ElementRenderer) -> Void)?
  var tag: AnyHashable?
}

struct ElementEnvironment {
  var isDisabled = false
  /// Whether something around is hidden: nothing in it takes events, though none looks disabled.
  var isHidden = false
  var buttonStyle = Style()
  var pickerStyle = PickerStyle.menu
  var onSubmit: ElementHandler?
  var textLimit = TextLimit.standard
}

/// The focus of an element, and what to do when the user moves it.
struct FocusBinding {
  var isFocused: Bool
  var focus: () -> Void
  var blur: () -> Void
}
