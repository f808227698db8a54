import OrielDocument

/// A custom element, drawn by a script of the app's page (`defineElement`).
///
/// ```swift
/// Component("dial", properties: ["at": 3]).on("turned") { (value: Int) in self.at = value }
/// ```
public struct Component: ElementView {
  let name: String
  let properties: JSONValue
  let content: ViewList
  private var handlers: [(event: String, handler: ElementHandler)] = []

  /// - Parameters:
  ///   - name: The name in the page. A page that doesn't know it shows a labelled placeholder.
  ///   - properties: The data to draw, encoded as JSON. If it can't be encoded, it is omitted and a warning is logged.
  ///   - content: Views that the component shows inside itself.
  public init<Content: View>(
    _ name: String, properties: some Encodable = [String: String](),
    @ViewBuilder content: () -> Content = { EmptyView() }
  ) {
    self.name = name
    self.properties = (try? JSONValueEncoder.encode(properties)) ?? .null
    self.content = ViewList(content())
  }

  /// - Parameter json: The data to draw.
  package init(_ name: String, json: JSONValue) {
    self.name = name
    properties = json
    content = ViewList(EmptyView())
  }

  /// Runs an action when the page's script emits an event with this name. A value of another type is refused.
  public func on<Value: Decodable>(_ event: String, perform action: @escaping (Value) throws -> Void) -> Component {
    handling(
      event,
      .sync { value in
        guard let sent = try? JSONValueDecoder.decode(Value.self, from: value.json ?? .null) else {
          throw EventRefusal.invalid("\(event) takes a different value")
        }
        try action(sent)
      })
  }

  /// Runs an action when the page's script emits an event with this name, ignoring its value.
  public func on(_ event: String, perform action: @escaping () throws -> Void) -> Component {
    handling(event, .action(action))
  }

  private func handling(_ event: String, _ handler: ElementHandler) -> Component {
    var component = self
    component.handlers.append(("custom:\(event)", handler))
    return component
  }

  static func render(_ view: borrowing Component, into renderer: inout ElementRenderer) {
    var element = renderer.open("component", members: 5, takesEvents: !view.handlers.isEmpty)
    element.set("component", view.name)
    if view.properties.isNull {
      renderer.report("The properties of “\(view.name)” can't be encoded")
    } else {
      element.members.append("properties", view.properties)
    }
    for (event, handler) in view.handlers { element.on(event, handler) }
    renderer.close(element, children: view.content)
  }
}
