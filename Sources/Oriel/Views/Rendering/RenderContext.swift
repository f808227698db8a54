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
  /// What few elements are told. Apart, as all of this is put aside and back around whatever has elements in it.
  private var rare: Rare?

  private final class Rare {
    var label: String?
    var source: String?
    var focus: FocusBinding?
    var contextMenu: ((inout ElementRenderer) -> Void)?
    var tag: AnyHashable?

    init(_ other: Rare? = nil) {
      guard let other else { return }
      (label, source, focus) = (other.label, other.source, other.focus)
      (contextMenu, tag) = (other.contextMenu, other.tag)
    }
  }

  var label: String? {
    get { rare?.label }
    set { own().label = newValue }
  }

  var source: String? {
    get { rare?.source }
    set { own().source = newValue }
  }

  var focus: FocusBinding? {
    get { rare?.focus }
    set { own().focus = newValue }
  }

  var contextMenu: ((inout ElementRenderer) -> Void)? {
    get { rare?.contextMenu }
    set { own().contextMenu = newValue }
  }

  var tag: AnyHashable? {
    get { rare?.tag }
    set { if newValue != nil || rare != nil { own().tag = newValue } }
  }

  /// Others may have the same: they keep it as it is.
  private mutating func own() -> Rare {
    if isKnownUniquelyReferenced(&rare), let rare { return rare }
    let copy = Rare(rare)
    rare = copy
    return copy
  }
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
