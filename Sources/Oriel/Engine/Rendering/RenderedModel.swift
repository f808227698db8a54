import OrielDocument

/// The last rendering of a model, with its elements' handlers.
///
/// The handlers are kept here and not in the model, because they capture it.
struct RenderedModel {
  /// The rendered model without its layer.
  var base: JSONObject
  var presented: JSONValue?
  var interactions: [Interaction] = []
  /// The ids of the elements, in the order of their claims.
  var ids: [String] = []
  var declared = NavigationDeclarations()
  /// The reported mistakes in it.
  var issues: [String] = []

  var json: JSONValue {
    var json = base
    if let presented { json.append("presented", presented) }
    return .object(json)
  }

  var title: String? { base["title"]?.stringValue }

  /// The rendering of the `body`, for comparison with the next one.
  var rendering: RenderedBody {
    RenderedBody(
      title: title, toolbar: base["toolbar"]?.arrayValue ?? [], body: base["body"]?.arrayValue ?? [],
      interactions: interactions, issues: [], ids: ids, declared: declared)
  }

  func interaction(_ element: String) -> Interaction? {
    interactions.first { $0.id == element }
  }
}
