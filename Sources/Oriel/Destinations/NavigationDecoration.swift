/// What is put around the views of models that are pushed, or presented.
struct NavigationDecoration {
  let inherits: Bool
  let body: (NavigationContent, any NavigationModel) -> RenderedBody
}

/// The views of a model, to put something around.
public struct NavigationContent: _ElementView {
  let render: (inout ElementRenderer) -> Void

  public static func _render(_ view: borrowing NavigationContent, into renderer: inout ElementRenderer) {
    view.render(&renderer)
  }
}

extension NavigationModel {
  /// Puts views and modifiers around the screens that are pushed onto stacks in or below this model: a toolbar, say.
  ///
  /// The nearest one counts. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also counts in what is presented from here.
  ///   - decorate: Given the screen, shows it somewhere among its views.
  public func navigationModifier<Decorated: View>(
    inherits: Bool = false, @ViewBuilder _ decorate: @escaping (NavigationContent) -> Decorated
  ) {
    _node.routed.pushedDecoration = NavigationDecoration(inherits: inherits) { content, model in
      ElementRenderer.render(decorate(content), of: model)
    }
    _node.graph?.hasDecorations = true
  }

  /// Puts views and modifiers around the screens that this model, or one below it, presents.
  ///
  /// The nearest one counts. Declare it in `start()`.
  ///
  /// - Parameters:
  ///   - inherits: Whether it also counts for what is presented from there.
  ///   - decorate: Given the screen, shows it somewhere among its views.
  public func presentationModifier<Decorated: View>(
    inherits: Bool = false, @ViewBuilder _ decorate: @escaping (NavigationContent) -> Decorated
  ) {
    _node.routed.presentedDecoration = NavigationDecoration(inherits: inherits) { content, model in
      ElementRenderer.render(decorate(content), of: model)
    }
    _node.graph?.hasDecorations = true
  }
}

extension NavigationGraph {
  /// What is put around the views of this screen.
  func decoration(of model: any NavigationModel) -> NavigationDecoration? {
    guard hasDecorations, let parent = model._node.parent else { return nil }
    if let layer = parent._node.layer, layer.presentation.model === model { return presentedDecoration(of: layer) }
    guard let stack = parent as? any StackRootNavigationModel else { return nil }
    if stack.path.first?.model !== model {
      return declared(above: stack) {
        $0.pushedDecoration
      } isInherited: {
        $0.inherits
      }
    }
    // The root of a stack that is presented stands for all of it.
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
