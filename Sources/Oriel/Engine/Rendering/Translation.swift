import OrielDocument

/// A shared document in another language than that of its graph. Models without a text that
/// depends on the language are the same in both, and take no further memory.
package final class Translation: JSONWritable {
  private let locale: String
  private unowned let graph: NavigationGraph
  private var models: [String: RenderedModel] = [:]
  private var changed: [any NavigationModel] = []
  private var removed: [String] = []

  fileprivate init(of graph: NavigationGraph, in locale: String) {
    self.graph = graph
    self.locale = locale
    for (id, entry) in graph.entries.all where entry.rendered != nil { models[id] = rendered(entry) }
  }

  /// The graph has rendered a model.
  func rendered(_ model: any NavigationModel) { changed.append(model) }
  /// A model has left the graph.
  func removed(_ id: String) { removed.append(id) }
  /// The graph keeps a model as text.
  func pack(_ id: String) { models[id]?.pack() }

  /// Renders what the graph has rendered since.
  package func render() -> [PatchOperation] {
    var operations: [PatchOperation] = []
    for model in drain(&changed) {
      let id = model._node.id
      guard let entry = graph.entries[id], entry.rendered != nil else { continue }
      let new = rendered(entry)
      new.difference(from: models[id], id, into: &operations)
      models[id] = new
      if entry.rendered?.isPacked == true { models[id]?.pack() }
    }
    for id in drain(&removed) where graph.entries[id] == nil && models.removeValue(forKey: id) != nil {
      operations.append(.remove(NavigationGraph.path(id)))
    }
    return operations
  }

  private func rendered(_ entry: GraphEntry) -> RenderedModel {
    graph.host.environment.client.speaking(locale) { graph.renderedAgain(entry) }
  }

  package var document: JSONValue {
    graph.document(of: graph.entries.all.keys.compactMap { id in models[id].map { (id, $0) } })
  }

  package func write(to writer: inout JSONWriter) {
    graph.write(graph.rendering.header, to: &writer) { writer in
      for id in graph.entries.all.keys {
        guard let rendered = models[id] else { continue }
        writer.key(id)
        rendered.write(to: &writer)
      }
    }
  }
}

extension RenderedModel {
  /// Appends what turns the old rendering of a model into this one.
  fileprivate func difference(from old: RenderedModel?, _ id: String, into operations: inout [PatchOperation]) {
    guard let old else { return operations.append(.add(NavigationGraph.path(id), json)) }
    JSONValue.difference(from: .object(old.base), to: .object(base), at: ["models", id], into: &operations)
    NavigationGraph.differ(from: old.presented, to: presented, at: ["models", id, "presented"], into: &operations)
  }
}

extension NavigationGraph {
  /// Begins a translation, which is rendered along with the graph.
  package func translation(in locale: String) -> Translation {
    let translation = Translation(of: self, in: locale)
    translations.append(translation)
    return translation
  }

  package func end(_ translation: Translation) { translations.removeAll { $0 === translation } }

  /// The rendering of a model in the language that is spoken now. It has the elements of the first rendering, whose handlers
  /// take its events.
  fileprivate func renderedAgain(_ entry: GraphEntry) -> RenderedModel {
    guard let rendered = entry.rendered else { return RenderedModel(base: [:]) }
    // One that is too large to show is so in every language.
    guard entry.isLocalized, !size.hides(entry.model._node.id) else {
      var same = RenderedModel(base: rendered.base)
      same.presented = rendered.presented
      return same
    }
    var again = RenderedModel(base: translatedBase(of: entry) ?? rendered.base)
    if entry.isLeftOut { again.leaveOut() }
    again.presented = renderedPresentation(of: entry.model)
    return again
  }
}
