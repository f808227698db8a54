/// The providers of a window's destinations, and whether any model has declared an address or a decoration.
struct WindowDeclarations {
  private var providers: [NavigationProvider] = []
  /// Whether any model has ever declared an address.
  private(set) var haveAddresses = false
  /// Whether any model has ever declared a decoration.
  private(set) var haveDecorations = false

  mutating func addAddress() { haveAddresses = true }
  mutating func addDecoration() { haveDecorations = true }
  mutating func add(_ provider: NavigationProvider) { providers.append(provider) }

  /// The provider of a type of destinations that was declared last.
  func provider(of type: ObjectIdentifier) -> NavigationProvider? { providers.last { $0.type == type } }

  mutating func forget(_ models: Set<String>) { providers.removeAll { models.contains($0.owner) } }
}
