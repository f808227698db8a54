import OrielDocument

/// The visible part of a document: the layers, and the models on the visible branch of each.
///
/// This is exactly what any client has to know to draw a document.
struct PageView {
  let document: JSONValue
  /// Shared documents by their ids.
  let shared: [String: JSONValue]
  /// The rows that are seen of tables, by their models and elements.
  var slices: [String: JSONValue] = [:]

  /// A layer: the window's content, or a layer presented above the previous one.
  struct Layer {
    /// Its bottom model; `nil` for an alert or a dialog.
    var model: String?
    /// The presenting model and its `presented` member; `nil` for the window itself.
    var presenter: String?
    var presented: JSONValue?
  }

  /// An element of a visible model.
  struct Found {
    var model: String
    var modelType: String
    var element: JSONValue

    var id: String { element["id"]?.stringValue ?? "" }
    var description: String { "\(modelType) \(model)/\(id)" }
  }

  // MARK: Layers

  var layers: [Layer] {
    var layers = [Layer(model: document["root"]?.stringValue)]
    while let model = layers.last?.model, let next = layer(presentedIn: model) { layers.append(next) }
    return layers
  }

  var top: Layer? { layers.last }

  /// The visible models in all layers, the lowest layer first: a cover hides those below it.
  var visibleModels: [String] {
    let layers = layers
    let bottom = layers.lastIndex { $0.presented?["as"] == "cover" } ?? 0
    return layers[bottom...].flatMap(visibleModels)
  }

  private func layer(presentedIn model: String) -> Layer? {
    let presenter = descendants(of: model, children: children).first { self.model($0)?["presented"] != nil }
    guard let presenter, let presented = self.model(presenter)?["presented"] else { return nil }
    return Layer(model: presented["model"]?.stringValue, presenter: presenter, presented: presented)
  }

  // MARK: Models

  func model(_ id: String) -> JSONValue? {
    if let model = document["models"]?[id] { return model }
    return shared.values.lazy.compactMap { $0["models"]?[id] }.first
  }

  /// The models on the visible branch, parents first.
  func visibleModels(in layer: Layer) -> [String] {
    layer.model.map { descendants(of: $0, children: visibleChildren) } ?? []
  }

  private func descendants(of model: String, children: (JSONValue) -> [String]) -> [String] {
    [model] + (self.model(model).map(children) ?? []).flatMap { descendants(of: $0, children: children) }
  }

  private func children(_ model: JSONValue) -> [String] {
    switch model["kind"]?.stringValue {
    case "stack": model.ids(in: "path")
    case "tabs": model.ids(in: "tabs")
    default: visibleChildren(model)
    }
  }

  private func visibleChildren(_ model: JSONValue) -> [String] {
    switch model["kind"]?.stringValue {
    case "stack": model.ids(in: "path").suffix(1)
    case "tabs":
      (model["tabs"]?.arrayValue ?? []).filter { $0["id"] == model["selected"] }.compactMap { $0["model"]?.stringValue }
    case "switched": [model["child"]?.stringValue].compactMap(\.self)
    case "split": [model["sidebar"]?.stringValue, model["detail"]?.stringValue].compactMap(\.self)
    case "custom": (model["children"]?.arrayValue ?? []).compactMap(\.stringValue)
    case "shared":
      [model["document"]?.stringValue.flatMap { shared[$0] }?["root"]?.stringValue].compactMap(\.self)
    default: []
    }
  }

  // MARK: Elements

  /// All visible elements of the layer.
  func elements(in layer: Layer) -> [Found] {
    visibleModels(in: layer).flatMap(elements)
  }

  func elements(of id: String) -> [Found] {
    guard let model = model(id) else { return [] }
    let type = model["type"]?.stringValue ?? model["kind"]?.stringValue ?? ""
    let elements = (model["toolbar"]?.arrayValue ?? []) + (model["body"]?.arrayValue ?? [])
    return elements.flatMap { shown($0, in: id) }.map { Found(model: id, modelType: type, element: $0) }
  }

  /// The element, then all elements inside it. The content of an empty table is not shown beside rows.
  private func shown(_ element: JSONValue, in model: String) -> [JSONValue] {
    var inside = element["contextMenu"]?.arrayValue ?? []
    let slice = slices[TestPage.sliceName(model, element["id"]?.stringValue ?? "")]
    if element["type"] != "table" || slice?["total"] == 0 { inside = (element["children"]?.arrayValue ?? []) + inside }
    return [element] + inside.flatMap { shown($0, in: model) }
  }

  /// All readable text of the layer.
  func text(of layer: Layer) -> [String] {
    let presented = layer.presented
    let question = [presented?["title"], presented?["message"]].compactMap { $0?.words }.filter { !$0.isEmpty }
    let answers = (presented?["actions"]?.arrayValue ?? []).compactMap { $0["label"]?.words }
    return question + answers
      + elements(in: layer).flatMap { $0.element.shownText + cells(of: $0).flatMap(\.shownText) }
  }

  /// The cells of the rows that are seen of a table.
  private func cells(of found: Found) -> [JSONValue] {
    guard found.element["type"] == "table", let slice = slices[TestPage.sliceName(found.model, found.id)] else {
      return []
    }
    let rows = (slice["ids"]?.arrayValue ?? []).compactMap(\.stringValue).compactMap { slice["rows"]?[$0] }
    return rows.flatMap { $0["cells"]?.arrayValue ?? [] }.flatMap { cell in
      cell.stringValue.map { [["text": .string($0)]] } ?? cell.withDescendants
    }
  }
}

extension JSONValue {
  fileprivate func ids(in member: String) -> [String] {
    (self[member]?.arrayValue ?? []).compactMap { $0["model"]?.stringValue }
  }

  /// The element, then all elements inside it.
  var withDescendants: [JSONValue] {
    let inside = ["children", "contextMenu"].flatMap { self[$0]?.arrayValue ?? [] }
    return [self] + inside.flatMap(\.withDescendants)
  }

  /// The plain text of a string or of styled runs.
  var words: String? {
    stringValue ?? arrayValue.map { runs in runs.compactMap { $0.stringValue ?? $0["text"]?.stringValue }.joined() }
  }

  /// The element's own text.
  var ownText: [String] {
    ["label", "title", "header", "text", "footer", "help", "problem"].compactMap { self[$0]?.words }.filter {
      !$0.isEmpty
    }
  }

  /// The readable text of the element itself, with the options of a picker, or the chosen one of a menu.
  fileprivate var shownText: [String] {
    let isOpen = self["multiple"] == true || self["as"] != "menu"
    return ownText + options.filter { isOpen || $0["id"] == self["value"] }.compactMap { $0["text"]?.words }
  }

  /// The options of a picker.
  var options: [JSONValue] { self["options"]?.arrayValue ?? [] }

  /// The element's text: its own, or that of the elements inside it.
  var writtenText: [String] {
    let inside = (self["children"]?.arrayValue ?? []).flatMap(\.withDescendants).flatMap(\.ownText)
    return ownText + (inside.isEmpty ? [] : [inside.joined(separator: " ")])
  }
}
