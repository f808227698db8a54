/// Views and modifiers around the screens of pushed or presented models.
struct NavigationDecoration {
  let inherits: Bool
  let body: (NavigationContent, any NavigationModel) -> RenderedBody
}

/// The content of a screen, to decorate.
public struct NavigationContent: ElementView {
  let render: (inout ElementRenderer) -> Void

  static func render(_ view: borrowing NavigationContent, into renderer: inout ElementRenderer) {
    view.render(&renderer)
  }
}

extension NavigationModel {
  /// Adds views and modifiers, such as a toolbar, around the screens pushed onto stacks in or below this model.
  ///
  /// Only the nearest declaration applies. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also applies in layers presented from here.
  ///   - decorate: Returns views that contain the given screen.
  public func navigationModifier<Decorated: View>(
    inherits: Bool = false, @ViewBuilder _ decorate: @escaping (NavigationContent) -> Decorated
  ) {
    _node.routed.pushedDecoration = NavigationDecoration(inherits: inherits) { content, model in
      ElementRenderer.render(decorate(content), of: model)
    }
    _node.graph?.declarations.addDecoration()
  }

  /// Adds views and modifiers around the screens that this model, or one below it, presents.
  ///
  /// Only the nearest declaration applies. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also applies to layers presented from there.
  ///   - decorate: Returns views that contain the given screen.
  public func presentationModifier<Decorated: View>(
    inherits: Bool = false, @ViewBuilder _ decorate: @escaping (NavigationContent) -> Decorated
  ) {
    _node.routed.presentedDecoration = NavigationDecoration(inherits: inherits) { content, model in
      ElementRenderer.render(decorate(content), of: model)
    }
    _node.graph?.declarations.addDecoration()
  }
}

extension NavigationGraph {
  /// The decoration of this screen.
  func decoration(of model: any NavigationModel) -> NavigationDecoration? {
    guard declarations.haveDecorations, let parent = model._node.parent else { return nil }
    if let layer = parent._node.layer, layer.presentation.model === model { return presentedDecoration(of: layer) }
    guard let stack = parent as? any StackRootNavigationModel else { return nil }
    if stack.path.first?.model !== model {
      return declared(above: stack) {
        $0.pushedDecoration
      } isInherited: {
        $0.inherits
      }
    }
    // The root of a presented stack represents the whole stack.
    guard let layer = stack._node.parent?._node.layer, layer.presentation.model === stack else { return nil }
    return presentedDecoration(of: layer)
  }

  private func presentedDecoration(of layer: PresentedLayer) -> NavigationDecoration? {
    declared(above: layer.asker) {
      $0.presentedDecoration
    } isInherited: {
      $0.inherits
    }
  }
}
