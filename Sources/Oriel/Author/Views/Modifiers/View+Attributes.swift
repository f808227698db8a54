private struct HiddenModifier: RenderModifier {
  func apply(to context: inout RenderContext) {
    context.attributes.isHidden = true
    context.environment.isHidden = true
  }
}

private struct SelectedModifier: RenderModifier {
  let isSelected: Bool

  func apply(to context: inout RenderContext) { context.attributes.isSelected = isSelected }
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
    context.attributes.contextMenu = { renderer in ViewList.render(menuItems, into: &renderer) }
  }
}

extension View {
  /// Hides the view but keeps its space. Nothing in it takes events. To remove the view, use `if`.
  public func hidden() -> _ModifiedView {
    _ModifiedView(self, HiddenModifier())
  }

  /// Marks the view as what the window currently shows, such as the row of a sidebar whose detail is beside it.
  public func selected(_ isSelected: Bool = true) -> _ModifiedView {
    _ModifiedView(self, SelectedModifier(isSelected: isSelected))
  }

  /// Sets the accessibility label. On a control with a visible label, it replaces that label for assistive technology.
  public func accessibilityLabel(_ label: String) -> _ModifiedView {
    _ModifiedView(self, LabelModifier(label: label))
  }

  /// Marks the view as the source of popovers and transitions that name this id.
  public func navigationSource(id: String) -> _ModifiedView {
    _ModifiedView(self, SourceModifier(source: id))
  }

  /// Sets the value of the view as an option of a ``Picker``.
  public func tag<Tag: Hashable>(_ tag: Tag) -> _ModifiedView {
    _ModifiedView(self, TagModifier(tag: tag))
  }

  /// Adds a menu that a secondary click or a long press opens.
  public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> _ModifiedView {
    _ModifiedView(self, ContextMenuModifier(menuItems: ViewList(menuItems())))
  }
}
