/// Changed containers with their previous children, and new layers, that are not reported yet.
struct StructureNews {
  private(set) var containers: [(container: any NavigationModel, old: ModelContent)] = []
  private(set) var layers: [PresentedLayer] = []

  var isEmpty: Bool { containers.isEmpty && layers.isEmpty }

  /// Keeps the children that a container had before its first change.
  mutating func changes(_ container: any NavigationModel, from old: ModelContent) {
    guard !containers.contains(where: { $0.container === container }) else { return }
    containers.append((container, old))
  }

  mutating func raised(_ layer: PresentedLayer) { layers.append(layer) }

  mutating func drain() -> StructureNews {
    defer { self = StructureNews() }
    return self
  }
}
