/// The presented layers of a graph.
struct Layers {
  /// The open layers, outermost first.
  private(set) var open: [PresentedLayer] = []
  private var closed: [PresentedLayer] = []
  /// The layers above closed ones. Their presenters may have moved instead of leaving.
  private var cutOff: [PresentedLayer] = []
  /// The number of layers so far, which gives their order.
  private(set) var count = 0

  /// Whether no closed layer is left to be told.
  var isSettled: Bool { closed.isEmpty }

  mutating func raise(_ layer: PresentedLayer) {
    count += 1
    layer.order = count
    layer.isOpen = true
    open.append(layer)
  }

  /// Closes a layer with all layers above it. Returns whether it was open; then its presenter has changed.
  mutating func close(_ layer: PresentedLayer, reason: DismissReason) -> Bool {
    guard let index = open.lastIndex(where: { $0 === layer }) else { return false }
    for above in open[index...] {
      above.reason = reason
      above.isOpen = false
    }
    cutOff += open[(index + 1)...]
    open.removeSubrange(index...)
    detach(layer)
    return true
  }

  /// Closes the cut off layers whose presenters are still attached. Returns them; their presenters have changed.
  mutating func closeCutOff(where isAttached: (any NavigationModel) -> Bool) -> [PresentedLayer] {
    guard !cutOff.isEmpty else { return [] }
    cutOff.removeAll { $0.presenter._node.layer !== $0 }
    let moved = cutOff.filter { isAttached($0.presenter) }
    for layer in moved { detach(layer) }
    return moved
  }

  /// Closes the layer of a model that leaves the graph.
  mutating func presenterLeaves(_ presenter: _ModelNode) {
    guard let layer = presenter.layer else { return }
    if let index = open.lastIndex(where: { $0 === layer }) { open.remove(at: index) }
    layer.isOpen = false
    closed.append(layer)
    presenter.layer = nil
  }

  /// The layers that have closed since this was last asked, outermost first.
  mutating func drainClosed() -> [PresentedLayer] {
    guard !closed.isEmpty else { return [] }
    defer { closed = [] }
    return closed.sorted { $0.order < $1.order }
  }

  /// Gives the reason for which all open layers are about to close.
  func setReason(_ reason: DismissReason) {
    for layer in open { layer.reason = reason }
  }

  private mutating func detach(_ layer: PresentedLayer) {
    layer.presenter._node.layer = nil
    closed.append(layer)
  }
}

/// A layer: its presenter and its presentation.
package final class PresentedLayer {
  package let presenter: any NavigationModel
  package internal(set) var presentation: Presentation
  /// Whether a question's button was chosen, so that closing it chooses no other.
  var isAnswered = false
  /// Whether it is one of the graph's layers.
  fileprivate(set) var isOpen = false
  fileprivate(set) var reason = DismissReason.programmatic
  /// The order of the layer; layers above have a higher one.
  fileprivate(set) var order = 0
  /// Closes the layer when its time is up.
  var timer: GraphTimer?

  /// The model that receives the answer of a question.
  var asker: any NavigationModel { presentation.caller ?? presenter }

  init(presenter: any NavigationModel, presentation: Presentation) {
    self.presenter = presenter
    self.presentation = presentation
  }
}
