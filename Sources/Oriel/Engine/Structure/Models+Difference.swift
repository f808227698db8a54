extension Array {
  /// The elements that are not among others, in order. Each element's identity is read once.
  func without<ID: Hashable>(_ others: Self, by id: (Element) -> ID) -> Self {
    guard !isEmpty, !others.isEmpty else { return self }
    let excluded = Set(others.map(id))
    return filter { !excluded.contains(id($0)) }
  }
}

extension [any NavigationModel] {
  /// The models that are not among others, in their order.
  func without(_ others: Self) -> Self { without(others) { ObjectIdentifier($0) } }
}
