/// A destination whose model somebody else makes: a module names the place, another knows how it looks.
///
/// Who knows says so with `navigationProvider(for:)`, on a model of the window or on its scene. Where nobody does, the
/// placeholder is shown and the log says so.
public protocol NavigationProvidedDestination: NavigationDestination {
  /// What is shown where nobody provides it. By default a screen that says so.
  func makePlaceholder() -> any NavigationModel
}

extension NavigationProvidedDestination {
  public func makePlaceholder() -> any NavigationModel { MissingProviderModel(destination: Self.routeName) }
  public func makeModel() -> any NavigationModel { makePlaceholder() }
}

/// Says that nobody provides a destination.
@NavigationModel
public final class MissingProviderModel {
  let destination: String

  init(destination: String) {
    self.destination = destination
  }

  public var body: some View {
    Text("Missing provider for \(destination)")
  }
}

/// Makes models for the destinations of one type.
struct NavigationProvider {
  /// The model that has declared it: it ends with that.
  let owner: String
  let type: ObjectIdentifier
  let make: (any NavigationDestination) -> any NavigationModel
}

extension NavigationModel {
  /// Makes the models of a provided destination, for the whole window and as long as this model is part of it.
  ///
  /// Of several for a type, the last declared counts. Declare it in `start()`.
  public func navigationProvider<Destination: NavigationProvidedDestination>(
    for type: Destination.Type, make: @escaping (Destination) -> any NavigationModel
  ) {
    _node.graph?.providers.append(
      NavigationProvider(owner: _node.id, type: ObjectIdentifier(type)) { destination in
        (destination as? Destination).map(make) ?? destination.makeModel()
      })
  }
}

extension NavigationGraph {
  func model(for destination: any NavigationDestination) -> any NavigationModel {
    guard destination is any NavigationProvidedDestination else { return destination.makeModel() }
    let type = ObjectIdentifier(type(of: destination))
    let name = Swift.type(of: destination).routeName
    if let provider = providers.last(where: { $0.type == type }) {
      host.note(.provided, model: provider.owner, type: name, "\(provider.owner) provides the destination \(name)")
      return provider.make(destination)
    }
    if let model = host.routes.model(for: destination) {
      host.note(.provided, type: name, "The scene provides the destination \(name)")
      return model
    }
    host.note(.missingProvider, type: name, "Nothing provides the destination \(name)")
    return destination.makeModel()
  }
}
