/// A destination whose model is created elsewhere: one module names the screen, and another provides it.
///
/// A model of the window or its scene provides it with `navigationProvider(for:)`. Without a provider, the placeholder
/// is shown and a warning is logged.
public protocol NavigationProvidedDestination: NavigationDestination {
  /// Creates the placeholder that is shown without a provider. By default it names the missing destination.
  func makePlaceholder() -> any NavigationModel
}

extension NavigationProvidedDestination {
  public func makePlaceholder() -> any NavigationModel { MissingProviderModel(destination: Self.routeName) }
  public func makeModel() -> any NavigationModel { makePlaceholder() }
}

/// The default placeholder for a destination without a provider.
@NavigationModel
final class MissingProviderModel {
  let destination: String

  init(destination: String) {
    self.destination = destination
  }

  var body: some View {
    Text("Missing provider for \(destination)")
  }
}

/// Creates models for the destinations of one type.
struct NavigationProvider {
  /// The model that declared it; it ends with that model.
  let owner: String
  let type: ObjectIdentifier
  let make: (any NavigationDestination) -> any NavigationModel
}

extension NavigationModel {
  /// Provides the models of a destination type, for the whole window and as long as this model is part of it.
  ///
  /// If a type has several providers, the last declared applies. Declare it in `start()`.
  public func navigationProvider<Destination: NavigationProvidedDestination>(
    for type: Destination.Type, make: @escaping (Destination) -> any NavigationModel
  ) {
    _node.graph?.declarations.add(
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
    if let provider = declarations.provider(of: type) {
      host.report(.provided, model: provider.owner, type: name, "\(provider.owner) provides the destination \(name)")
      return provider.make(destination)
    }
    if let model = host.routes.model(for: destination) {
      host.report(.provided, type: name, "The scene provides the destination \(name)")
      return model
    }
    host.report(.missingProvider, type: name, "Nothing provides the destination \(name)")
    return destination.makeModel()
  }
}
