/// The effects of modifiers on the elements below them.
struct RenderContext {
  /// For the top-level elements only.
  var attributes = ElementAttributes()
  /// For all elements below.
  var environment = ElementEnvironment()
}

struct ElementAttributes {
  var style = Style()
  var isHidden = false
  var isSelected = false
  /// Rarely used values, stored separately because the context is saved and restored around every container.
  private var rare: Rare?

  private final class Rare {
    var label: String?
    var source: String?
    var focus: FocusBinding?
    var contextMenu: ((inout ElementRenderer) -> Void)?
    var tag: AnyHashable?
    /// The app's own classes, with spaces between them.
    var classes: String?
    var problem: String?
    var shortcut: String?
    var help: String?
    var isRequired = false
    var prefix: String?
    var suffix: String?
    var searchScopes: ViewList?

    init(_ other: Rare? = nil) {
      guard let other else { return }
      (label, source, focus) = (other.label, other.source, other.focus)
      (contextMenu, tag, classes) = (other.contextMenu, other.tag, other.classes)
      (problem, help, isRequired) = (other.problem, other.help, other.isRequired)
      (shortcut, searchScopes) = (other.shortcut, other.searchScopes)
      (prefix, suffix) = (other.prefix, other.suffix)
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

  /// Why the value can't be taken.
  var problem: String? {
    get { rare?.problem }
    set { if newValue != nil || rare != nil { own().problem = newValue } }
  }

  /// The key that presses it.
  var shortcut: String? {
    get { rare?.shortcut }
    set { if newValue != nil || rare != nil { own().shortcut = newValue } }
  }

  /// A hint for filling it in.
  var help: String? {
    get { rare?.help }
    set { own().help = newValue }
  }

  /// A unit before the text of a field.
  var prefix: String? {
    get { rare?.prefix }
    set { own().prefix = newValue }
  }

  /// A unit behind the text of a field.
  var suffix: String? {
    get { rare?.suffix }
    set { own().suffix = newValue }
  }

  var isRequired: Bool {
    get { rare?.isRequired ?? false }
    set { if newValue || rare != nil { own().isRequired = newValue } }
  }

  /// The choice of where a search field looks.
  var searchScopes: ViewList? {
    get { rare?.searchScopes }
    set { if newValue != nil || rare != nil { own().searchScopes = newValue } }
  }

  var classes: String? {
    get { rare?.classes }
    set { own().classes = newValue }
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

  /// Copied before a change, because others may share it.
  private mutating func own() -> Rare {
    if isKnownUniquelyReferenced(&rare), let rare { return rare }
    let copy = Rare(rare)
    rare = copy
    return copy
  }
}

struct ElementEnvironment {
  var isDisabled = false
  /// Whether a surrounding view is hidden, so that no element takes events, although none looks disabled.
  var isHidden = false
  /// Whether the action of a button is called although it still runs.
  var mayOverlap = false
  var buttonStyle = Style()
  var pickerStyle = PickerStyle.menu
  var onSubmit: ElementHandler?
  var textLimit = TextLimit.standard
  /// Whether fields show who else changes their text.
  var showsWriters = false
  var textContentType: TextContentType?
  var keyboardType: KeyboardType?
}

/// The focus of an element, and the handler for when the user moves it.
struct FocusBinding {
  var isFocused: Bool
  var focus: () -> Void
  var blur: () -> Void
}
