import Oriel
import OrielDocument

extension TestWindow {
  /// Compares the whole document with a literal.
  ///
  /// ```swift
  /// try window.expect([
  ///   "scene": "main", "title": "Home", "url": "/", "root": "m1",
  ///   "models": ["m1": ["kind": "screen", "type": "HomeModel", "body": [["type": "text", "text": "Welcome"]]]],
  /// ])
  /// ```
  /// - Throws: `TestError.unexpected`, with a line for each difference.
  public func expect(_ document: JSONValue) throws {
    let differences = self.document.differences(from: document)
    guard differences.isEmpty else { throw TestError.unexpected(differences.joined(separator: "\n")) }
  }
}

extension JSONValue {
  /// The differences from another value, with a line for each: `/title: "Home" → "Orders"`. Empty if they are equal.
  ///
  /// The tickets of file fields are not compared, because a restarted server issues new ones.
  public func differences(from other: JSONValue) -> [String] {
    DocumentDifference.lines(from: other.withoutTickets, to: withoutTickets)
  }

  private var withoutTickets: JSONValue {
    switch self {
    case .array(let values): return .array(values.map(\.withoutTickets))
    case .object(let members):
      let isField = members["type"] == "fileField"
      return .object(
        JSONObject(members.filter { !isField || $0.key != "ticket" }.map { ($0.key, $0.value.withoutTickets) }))
    default: return self
    }
  }
}

extension TestWindow: CustomStringConvertible {
  /// The visible content as text: each layer, its models, and their elements with ids and texts. It contains everything
  /// that ``tap(_:in:)->()`` and the other steps can name.
  ///
  /// ```text
  /// Groceries
  ///   ListModel m2
  ///     list
  ///     button 0.0:Bread “Bread”
  /// ```
  public var description: String {
    let view = view
    return view.layers.flatMap { layer in
      [view.heading(of: layer) ?? title] + view.outline(of: layer).map { "  " + $0 }
    }.joined(separator: "\n")
  }
}

extension PageView {
  fileprivate func heading(of layer: Layer) -> String? {
    guard let presented = layer.presented else { return nil }
    let texts = [presented["title"], presented["message"]].compactMap { $0?.words }.filter { !$0.isEmpty }
    return ([presented["as"]?.stringValue ?? ""] + texts.map { "“\($0)”" }).joined(separator: " ")
  }

  fileprivate func outline(of layer: Layer) -> [String] {
    let answers = (layer.presented?["actions"]?.arrayValue ?? []).compactMap { $0["label"]?.words }
    let models = visibleModels(in: layer).compactMap { id in model(id).map { (id, $0) } }
    return answers.map { "“\($0)”" }
      + models.filter { $0.1["kind"] == "screen" }.flatMap { id, model in
        ["\(model["type"]?.stringValue ?? "") \(id)"]
          + elements(of: id).map { "  " + $0.element.outline }
      }
  }
}

extension JSONValue {
  /// An element on one line.
  fileprivate var outline: String {
    let names = ["type", "component", "id"].compactMap { self[$0]?.stringValue }
    let value = self["value"].map { "= \($0)" }
    let marks = ["disabled", "hidden"].filter { self[$0] == true }
    let choices = options.compactMap { $0["text"]?.words }.map { "“\($0)”" }.joined(separator: ", ")
    let of = choices.isEmpty ? [] : ["of \(choices)"]
    return (names + ownText.map { "“\($0)”" } + [value].compactMap(\.self) + of + marks).joined(separator: " ")
  }
}
