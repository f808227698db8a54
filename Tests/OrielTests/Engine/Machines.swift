@testable import Oriel

// Models and layers for tests of a graph's parts, which need no graph.

/// The names of named models.
func names(_ models: [any NavigationModel]) -> [String] { models.compactMap { ($0 as? NamedModel)?.name } }

/// A named model with an id, as if it had been attached.
func model(_ id: String) -> NamedModel {
  let model = NamedModel(id)
  model._node.id = id
  return model
}

/// A sheet presented by a model of this name.
func sheet(_ presenter: String) -> PresentedLayer {
  let presenter = model(presenter)
  let layer = PresentedLayer(presenter: presenter, presentation: .sheet(NamedModel("shown")))
  presenter._node.layer = layer
  return layer
}

func presenters(_ layers: [PresentedLayer]) -> [String] { names(layers.map(\.presenter)) }
