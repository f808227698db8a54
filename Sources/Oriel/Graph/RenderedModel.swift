import OrielDocument

/// What was last rendered of one model, and what its elements call.
///
/// The handlers are kept here and not on the model: they capture it.
struct RenderedModel {
  /// The model without what it presents.
  var base: JSONObject
  var presented: JSONValue?
  var interactions: [Interaction] = []
  /// The ids of the elements, in the order in which they were claimed.
  var ids: [String] = []
  var declared = NavigationDeclarations()
  /// What makes no sense in it, and was told of.
  var issues: [String] = []

  var json: JSONValue {
    var json = base
    if let presented { json.append("presented", presented) }
    return .object(json)
  }

  var title: String? { base["title"]?.stringValue }

  /// What the `body` came to, beside which it is rendered the next time.
  var rendering: RenderedBody {
    RenderedBody(
      title: title, toolbar: base["toolbar"]?.arrayValue ?? [], body: base["body"]?.arrayValue ?? [],
      interactions: interactions, issues: [], ids: ids, declared: declared)
  }

  func interaction(_ element: String) -> Interaction? {
    interactions.first { $0.id == element }
  }
}
