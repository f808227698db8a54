extension Presentation {
  /// A sheet above the current screen.
  ///
  /// - Parameters:
  ///   - model: The model to show. Put it into a stack to keep screens pushed from it inside the sheet.
  ///   - detents: The heights that the sheet can have; none means full height.
  ///   - selectedDetent: The initial height, by default the first detent. After that, the user decides.
  ///   - isDismissible: Whether the user may close the sheet without the app's help.
  ///   - onDismiss: Called once when the sheet has closed, after the models in it have finished.
  public static func sheet(
    _ model: any NavigationModel, detents: [PresentationDetent] = [], selectedDetent: PresentationDetent? = nil,
    isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var sheet = Presentation(content: .model(model, as: .sheet), onDismiss: onDismiss)
    sheet.detents = detents
    sheet.selectedDetent = selectedDetent.flatMap { detents.contains($0) ? $0 : nil }
    sheet.isDismissible = isDismissible
    return sheet
  }

  /// A sheet in which the model is the root of a stack.
  public static func managedSheet(
    _ model: any NavigationModel, detents: [PresentationDetent] = [], selectedDetent: PresentationDetent? = nil,
    isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    .sheet(
      .stacked(model), detents: detents, selectedDetent: selectedDetent, isDismissible: isDismissible,
      onDismiss: onDismiss)
  }

  /// A layer that covers the whole window.
  public static func fullScreenCover(
    _ model: any NavigationModel, isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var cover = Presentation(content: .model(model, as: .cover), onDismiss: onDismiss)
    cover.isDismissible = isDismissible
    return cover
  }

  /// A cover in which the model is the root of a stack.
  public static func managedCover(
    _ model: any NavigationModel, isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    .fullScreenCover(.stacked(model), isDismissible: isDismissible, onDismiss: onDismiss)
  }

  /// A popover at the element with the id `source`, presented by the model that has the element. The next presentation
  /// closes it.
  public static func popover(
    _ model: any NavigationModel, source: String, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var popover = Presentation(content: .model(model, as: .popover), onDismiss: onDismiss)
    popover.source = source
    return popover
  }

  /// A custom kind of presentation. If the page has not declared that it supports this kind, the command returns
  /// `.unsupportedPresentation`.
  public static func custom(
    _ kind: String, _ model: any NavigationModel, source: String? = nil, isDismissible: Bool = true,
    onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var custom = Presentation(content: .model(model, as: Style(name: kind)), onDismiss: onDismiss)
    custom.source = source
    custom.isDismissible = isDismissible
    return custom
  }

  // MARK: What any of them may have

  /// Names the layer, for `find(named:)` and `isShowing`. Only one layer with the name can be open at a time.
  public func named(_ name: String) -> Presentation { with { $0.name = name } }

  /// Prevents the user from closing the layer without the app's help.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> Presentation {
    with { $0.isDismissible = !isDisabled }
  }

  /// Dismisses the layer after this time on the hub's clock, if it is still open.
  public func hidden(after delay: Duration) -> Presentation { with { $0.hidesAfter = delay } }

  /// The transition of the layer, if not the default of its kind.
  public func transition(_ transition: Transition) -> Presentation { with { $0.transition = transition } }

  /// Adds an action, called once when the layer has closed, after the models in it have finished and after earlier
  /// actions.
  public func onDismiss(_ action: @escaping (DismissReason) -> Void) -> Presentation {
    with { [onDismiss] in
      $0.onDismiss = { reason in
        onDismiss?(reason)
        action(reason)
      }
    }
  }

  private func with(_ change: (inout Presentation) -> Void) -> Presentation {
    var changed = self
    change(&changed)
    return changed
  }
}
