import OrielDocument

/// What was last rendered of one model, and what its elements call.
///
/// The handlers are kept here and not on the model: they capture it.
struct RenderedModel {
  /// The model without what it presents.
  var base: JSONObject
  var presented: JSONValue?
  var interactions: [Interaction] = []
  var title: String?
  var declared = NavigationDeclarations()

  var json: JSONValue {
    var json = base
    if let presented { json.append("presented", presented) }
    return .object(json)
  }

  func interaction(_ element: String) -> Interaction? {
    interactions.first { $0.id == element }
  }
}
