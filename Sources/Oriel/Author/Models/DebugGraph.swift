import OrielDocument

/// A readable form of the models of a window: from the root, parents first.
public struct DebugGraph: CustomStringConvertible, Sendable {
  struct Node: Sendable {
    var type: String
    var id: String
    /// How it is presented, if it is.
    var presentedAs: String?
    var children: [Node]
  }

  let root: Node

  /// A line for each model, indented by a tab for each level; presented models say how they are presented.
  public var description: String { lines(of: root, level: 0).joined(separator: "\n") }

  private func lines(of node: Node, level: Int) -> [String] {
    let presented = node.presentedAs.map { " presented as \($0)" } ?? ""
    let name = node.id.isEmpty ? node.type : "\(node.type) \(node.id)"
    let line = String(repeating: "\t", count: level) + "<[\(name)]>" + presented
    return [line] + node.children.flatMap { lines(of: $0, level: level + 1) }
  }

  /// The same as JSON: `{type, id, presentedAs?, children}`.
  public var json: JSONValue { json(of: root) }

  private func json(of node: Node) -> JSONValue {
    var json: JSONObject = ["type": .string(node.type), "id": .string(node.id)]
    json["presentedAs"] = node.presentedAs.map(JSONValue.string)
    json["children"] = .array(node.children.map(json(of:)))
    return .object(json)
  }
}

extension NavigationGraph {
  package var debugGraph: DebugGraph { DebugGraph(root: debugNode(of: root, presentedAs: nil)) }

  private func debugNode(of model: any NavigationModel, presentedAs kind: String?) -> DebugGraph.Node {
    let layer = model._node.layer
    var children = model._node.attached.filter { $0._node.parent === model }.map { child in
      debugNode(of: child, presentedAs: layer?.presentation.model === child ? layer?.presentation.kind : nil)
    }
    if let layer, let question = layer.presentation.question {
      let question = DebugGraph.Node(
        type: "“\(question.title.plainText(in: host.environment))”", id: "", presentedAs: layer.presentation.kind,
        children: [])
      children.insert(question, at: 0)
    }
    return DebugGraph.Node(type: typeName(of: model), id: model._node.id, presentedAs: kind, children: children)
  }
}

extension NavigationModel {
  /// The models of this model's window.
  public var debugGraph: DebugGraph? { graph?.debugGraph }

  /// Prints the models of this model's window.
  public func printDebugGraph() {
    if let debugGraph { print(debugGraph) }
  }
}
