/// What one model adds to the address of its window.
struct AddressPart: Equatable {
  /// Whether it is the whole address, and not only a piece of it.
  let isWhole: Bool
  let url: WindowURL

  /// `nil` for what can't be part of an address.
  init?(_ path: String) {
    isWhole = path.utf8.first == UInt8(ascii: "/")
    guard let url = WindowURL(isWhole ? path : "/" + path) else { return nil }
    self.url = url
  }
}

extension NavigationGraph {
  /// Notes what a model adds to the address: what it says itself, else what its destination says. Reads the model.
  func noteAddress(of model: any NavigationModel, _ entry: GraphEntry) {
    entry.address = (model.urlPath ?? model._node.routing?.destination?.urlPath).flatMap(AddressPart.init)
    if entry.address != nil { hasAddresses = true }
  }

  /// Where the window is, below its scene's own address: the pieces of all models on the way to what is seen, the
  /// entries of a stack one after another, from the window's root up to the topmost layer. One that says the whole
  /// address takes the place of all before it.
  var address: WindowURL {
    guard hasAddresses else { return WindowURL() }
    var address = WindowURL()
    addAddresses(from: root, to: &address)
    for layer in chain {
      if let model = layer.presentation.model { addAddresses(from: model, to: &address) }
    }
    return address
  }

  private func addAddresses(from model: any NavigationModel, to address: inout WindowURL) {
    guard let entry = entries[model._node.id] else { return }
    if let part = entry.address { address = part.isWhole ? part.url : address.appending(part.url) }
    let shown = if case .stack(let path, _) = entry.content { path.map(\.model) } else { entry.content.visibleChildren }
    for child in shown { addAddresses(from: child, to: &address) }
  }
}
