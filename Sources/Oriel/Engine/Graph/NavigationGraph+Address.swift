extension NavigationGraph {
  /// Records the model's part of the address: its own or that of its destination. Reads the model.
  func recordAddress(of model: any NavigationModel, _ entry: GraphEntry) {
    entry.address = (model.urlPath ?? model._node.routing?.destination?.urlPath).flatMap {
      AddressPart($0, place: host.place(of:))
    }
    if entry.address != nil { declarations.addAddress() }
  }

  /// The window's address below that of its scene: the parts of all models from the window's root to the top layer,
  /// including every entry of a stack. A whole address replaces everything before it.
  var address: WindowURL {
    guard declarations.haveAddresses else { return WindowURL() }
    var address = WindowURL()
    addAddresses(from: root, to: &address)
    for layer in chain {
      if let model = layer.presentation.model { addAddresses(from: model, to: &address) }
    }
    return address
  }

  /// The address that the window would have with another tab selected, and no layers.
  func address(with tab: TabModel, of container: any NavigationModel) -> WindowURL {
    var address = WindowURL()
    addAddresses(from: root, to: &address, instead: (of: container, tab.model))
    return address
  }

  private func addAddresses(
    from model: any NavigationModel, to address: inout WindowURL,
    instead: (of: any NavigationModel, any NavigationModel)? = nil
  ) {
    guard let entry = entries[model._node.id] else { return }
    if let part = entry.address {
      if part.isWhole { address = part.url } else { address.append(part.url) }
    }
    let shown = if case .stack(let path, _) = entry.content { path.map(\.model) } else { entry.content.visibleChildren }
    if let instead, instead.of === model {
      addAddresses(from: instead.1, to: &address)
    } else {
      for child in shown { addAddresses(from: child, to: &address, instead: instead) }
    }
  }
}
