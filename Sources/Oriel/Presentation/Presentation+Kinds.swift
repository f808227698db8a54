extension Presentation {
  /// A sheet over what is there.
  ///
  /// - Parameters:
  ///   - model: What it shows. Put it into a stack for what is pushed from it to stay in the sheet.
  ///   - detents: How tall it may be; none means full height.
  ///   - selectedDetent: The one it opens with; the first, unless one is named. Then it is its user's.
  ///   - isDismissible: Whether its user may close it without the app's help.
  ///   - onDismiss: Called once when it has gone, after the models in it have finished.
  public static func sheet(
    _ model: any NavigationModel, detents: [PresentationDetent] = [], selectedDetent: PresentationDetent? = nil,
    isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var sheet = Presentation(content: .model(model, as: "sheet"), onDismiss: onDismiss)
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
    var cover = Presentation(content: .model(model, as: "cover"), onDismiss: onDismiss)
    cover.isDismissible = isDismissible
    return cover
  }

  /// A cover in which the model is the root of a stack.
  public static func managedCover(
    _ model: any NavigationModel, isDismissible: Bool = true, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    .fullScreenCover(.stacked(model), isDismissible: isDismissible, onDismiss: onDismiss)
  }

  /// Something small at the element named `source`, presented by the model that has the element. It is ephemeral:
  /// whatever is presented next closes it.
  public static func popover(
    _ model: any NavigationModel, source: String, onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var popover = Presentation(content: .model(model, as: "popover"), onDismiss: onDismiss)
    popover.source = source
    return popover
  }

  /// A kind of the app's own. A page that has not declared in its capabilities that it can draw it is not asked to:
  /// the command answers `.unsupportedPresentation`.
  public static func custom(
    _ kind: String, _ model: any NavigationModel, source: String? = nil, isDismissible: Bool = true,
    onDismiss: ((DismissReason) -> Void)? = nil
  ) -> Presentation {
    var custom = Presentation(content: .model(model, as: kind), onDismiss: onDismiss)
    custom.source = source
    custom.isDismissible = isDismissible
    return custom
  }

  // MARK: What any of them may have

  /// Gives it a name, by which `find(named:)` and `isShowing` know it while it is up. Two of one name can't be.
  public func named(_ name: String) -> Presentation { with { $0.name = name } }

  /// Whether its user may not close it without the app's help.
  public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> Presentation {
    with { $0.isDismissible = !isDisabled }
  }

  /// It goes by itself after this time on the hub's clock, unless it has gone before.
  public func hidden(after delay: Duration) -> Presentation { with { $0.hidesAfter = delay } }

  /// How it comes and goes, where not as layers of its kind do.
  public func transition(_ transition: Transition) -> Presentation { with { $0.transition = transition } }

  /// Called once when it has gone, after the models in it have finished, and after what it was given before.
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
