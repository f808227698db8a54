private struct HiddenModifier: RenderModifier {
  func apply(to context: inout RenderContext) {
    context.attributes.isHidden = true
    context.environment.isHidden = true
  }
}

private struct LabelModifier: RenderModifier {
  let label: String

  func apply(to context: inout RenderContext) { context.attributes.label = label }
}

private struct SourceModifier: RenderModifier {
  let source: String

  func apply(to context: inout RenderContext) { context.attributes.source = source }
}

private struct TagModifier<Tag: Hashable>: RenderModifier {
  let tag: Tag

  func apply(to context: inout RenderContext) { context.attributes.tag = AnyHashable(tag) }
}

private struct ContextMenuModifier: RenderModifier {
  let menuItems: ViewList

  func apply(to context: inout RenderContext) {
    let menuItems = menuItems
    context.attributes.contextMenu = { renderer in ViewList._render(menuItems, into: &renderer) }
  }
}

extension View {
  /// Keeps the view's place and shows nothing there. Nothing in it takes events. To leave it out, write an `if`.
  public func hidden() -> ModifiedView {
    ModifiedView(self, HiddenModifier())
  }

  /// What assistive technology calls the view. On a control that shows a label of its own, it takes that one's place.
  public func accessibilityLabel(_ label: String) -> ModifiedView {
    ModifiedView(self, LabelModifier(label: label))
  }

  /// Where a popover or a transition starts that names this id as its source.
  public func navigationSource(id: String) -> ModifiedView {
    ModifiedView(self, SourceModifier(source: id))
  }

  /// The value that the view stands for as an option of a ``Picker``.
  public func tag<Tag: Hashable>(_ tag: Tag) -> ModifiedView {
    ModifiedView(self, TagModifier(tag: tag))
  }

  /// The menu that a secondary click or a long press on the view opens.
  public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> ModifiedView {
    ModifiedView(self, ContextMenuModifier(menuItems: ViewList(menuItems())))
  }
}
