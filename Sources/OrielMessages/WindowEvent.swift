import OrielDocument

/// An event of the user. The rendered element decides the meaning of its name and value.
package struct WindowEvent: Equatable, Sendable {
  package var id: Int
  package var model: String
  package var element: String?
  package var name: String
  package var value: JSONValue?
  /// The text over which `value` was typed.
  package var over: TextBase?

  package init(
    id: Int, model: String, element: String? = nil, name: String, value: JSONValue? = nil, over: TextBase? = nil
  ) {
    self.id = id
    self.model = model
    self.element = element
    self.name = name
    self.value = value
    self.over = over
  }
}
