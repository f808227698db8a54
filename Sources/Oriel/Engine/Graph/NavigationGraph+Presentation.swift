import OrielDocument

extension NavigationGraph {
  /// The model that presents the next layer: the innermost model of the last layer that may present, on its visible
  /// branch. A question or popover on top is closed first, and its presenter presents.
  var presenter: any NavigationModel {
    if let last = topLayer {
      guard !last.presentation.isEphemeral, let model = last.presentation.model else { return last.presenter }
      return innermostPresenter(from: model)
    }
    return innermostPresenter(from: root)
  }

  /// The layer presented by this model's layer.
  func layerAbove(_ model: any NavigationModel) -> PresentedLayer? {
    let (chain, own) = (chain, layer(containing: model))
    guard let own else { return chain.first }
    return chain.firstIndex { $0 === own }.flatMap { chain.dropFirst($0 + 1).first }
  }

  /// The lowest layer presented by this model or by a model below it.
  func layerBelow(_ model: any NavigationModel) -> PresentedLayer? {
    var below = ModelsBelow(model, in: self)
    return chain.first { below.contains($0.presenter) }
  }

  private func innermostPresenter(from layerRoot: any NavigationModel) -> any NavigationModel {
    var found = layerRoot
    for (model, _) in visibleModels(from: layerRoot) where mayPresent(model) { found = model }
    return found
  }

  /// Whether the model may present: a model inside a wrapper leaves that to the wrapper, unless it is the root of a
  /// layer.
  private func mayPresent(_ model: any NavigationModel) -> Bool {
    guard let parent = model._node.parent else { return true }
    return !parent.isWrapperModel || parent._node.layer?.presentation.model === model
  }

  func present(_ presentation: Presentation, from presenter: any NavigationModel) {
    let layer = PresentedLayer(presenter: presenter, presentation: named(presentation))
    layer.presentation.transition = presentation.transition ?? Transaction.ambient?.transition
    if presentation.name != nil { names.use() }
    presenter._node.layer = layer
    raise(layer)
    if host.isObserved(at: .info) { news.raised(layer) }
    presentationChanged(of: presenter)
  }

  func raise(_ layer: PresentedLayer) {
    layers.raise(layer)
    hideInTime(layer)
  }

  /// Dismisses the layer after its time, if it is still open.
  private func hideInTime(_ layer: PresentedLayer) {
    layer.timer?.cancel()
    guard let delay = layer.presentation.hidesAfter else { return }
    layer.timer = host.schedule(after: delay.milliseconds) { [weak self, weak layer] in
      if let layer { self?.close(layer, reason: .programmatic) }
    }
  }

  /// Closes this layer with all layers above it.
  func close(_ layer: PresentedLayer, reason: DismissReason) {
    if layers.close(layer, reason: reason) { presentationChanged(of: layer.presenter) }
  }

  /// Restores the chain, in which each layer is presented by a model of the layer below it. An app that moves models
  /// directly may break it.
  func mendChain() {
    var attached = attached
    for layer in layers.closeCutOff(where: { attached.contains($0) }) { presentationChanged(of: layer.presenter) }
    let chain = chain
    for (index, layer) in chain.enumerated().reversed() {
      let below = index == 0 ? nil : chain[index - 1]
      if self.layer(containing: layer.presenter) !== below { close(layer, reason: .replaced) }
    }
  }

  /// Updates a layer whose model is presented again; no listener is notified.
  func update(_ layer: PresentedLayer, to presentation: Presentation) {
    layer.presentation.abandoned?()
    let old = layer.presentation
    layer.presentation = named(presentation, after: old)
    layer.presentation.transition = presentation.transition ?? old.transition
    layer.presentation.onDismiss = presentation.onDismiss ?? old.onDismiss
    layer.presentation.name = presentation.name ?? old.name
    let selected = presentation.selectedDetent ?? old.selectedDetent
    layer.presentation.selectedDetent = selected.flatMap { presentation.detents.contains($0) ? $0 : nil }
    if presentation.hidesAfter != nil { hideInTime(layer) }
    presentationChanged(of: layer.presenter)
  }

  func presentationChanged(of presenter: any NavigationModel) {
    motions.recordLayer(of: presenter._node.id)
    structure.enqueue(presenter)
    rendering.enqueue(presenter)
    saving.enqueue(presenter)
    host.handlerChanges("presented")
    host.graphNeedsCommit()
  }

  // MARK: Questions

  /// Assigns the ids of a question and its buttons in the document.
  private func named(_ presentation: Presentation, after old: Presentation? = nil) -> Presentation {
    guard case .question(var question, let style) = presentation.content else { return presentation }
    let id = ids.nextQuestionID()
    question.id = old?.question?.id ?? id
    question.buttonPrefix = id
    var presentation = presentation
    presentation.content = .question(question, as: style)
    return presentation
  }

  /// Translates the open question again; a `body` is updated by itself when the language changes.
  package func languageChanged() {
    for layer in layers.open where layer.presentation.question != nil { presentationChanged(of: layer.presenter) }
    rendering.titleMayChange()
    host.graphNeedsCommit()
  }

  /// Closes questions whose asking model is gone, because no model would receive the answer, and layers that follow a
  /// property of a model that is gone.
  func closeOrphans() {
    var attached = attached
    let orphans = chain.reversed().filter { $0.presentation.question != nil && !attached.contains($0.asker) }
    for layer in orphans { close(layer, reason: .programmatic) }
    for driver in followers.showing { driver.closeIfOrphaned(in: self) }
  }

  /// Runs the action of a question's button, then closes the question.
  func choose(_ button: Question.Button, of layer: PresentedLayer) throws {
    layer.isAnswered = true
    defer { close(layer, reason: .user) }
    guard let animation = button.animation else { return try perform(button.action, of: layer) }
    try withAnimation(animation) { try perform(button.action, of: layer) }
  }

  /// Closing without a choice counts as the cancel button, if there is one; otherwise the asking model is told, once.
  func answerIfUnanswered(_ layer: PresentedLayer) {
    guard let question = layer.presentation.question, !layer.isAnswered else { return }
    layer.isAnswered = true
    do {
      if let cancel = question.cancelButton {
        try perform(cancel.action, of: layer)
      } else if let noChoice = question.noChoice {
        try noChoice()
      } else {
        layer.asker.receive(NoChoiceNavigationMessage(), from: layer.asker)
      }
    } catch {
      report(.failed, of: layer.presenter, "failed to handle the answer to its question: \(error)")
    }
  }

  private func perform(_ action: ButtonAction?, of layer: PresentedLayer) throws {
    switch action?.body {
    case nil: break
    case .message(let message): layer.asker.receive(message, from: layer.asker)
    case .sync(let body): try body()
    case .async(let body): layer.asker.task(body)
    }
  }

  // MARK: Layers

  /// The model at the bottom of the layer that contains this one.
  func layerRoot(of model: any NavigationModel) -> any NavigationModel {
    var model = model
    while model !== lockModel, let parent = model._node.parent, parent._node.layer?.presentation.model !== model {
      countVisit()
      model = parent
    }
    return model
  }

  /// The layer that contains this model; `nil` for models of the window itself.
  func layer(containing model: any NavigationModel) -> PresentedLayer? {
    let bottom = layerRoot(of: model)
    guard let layer = bottom._node.parent?._node.layer, layer.isOpen, layer.presentation.model === bottom else {
      return nil
    }
    return layer
  }
}
