import OrielDocument

/// A custom container: it lists its `children`, and a component that the app has registered in the page draws them.
///
/// A page that does not know the component shows a labelled placeholder.
public protocol CustomNavigationModel: NavigationModel {
  /// The component's name in the page; by default the name of the class.
  var component: String { get }

  /// The component's properties, in addition to the children.
  var properties: JSONObject { get }

  /// Receives an event from the component in the page, such as the child that the user wants to see.
  ///
  /// - Parameters:
  ///   - event: The event's name. A page can send any name, so refuse unknown ones.
  ///   - value: The event's value, or `nil`.
  /// - Throws: ``UnknownComponentEvent`` to refuse an event that the container doesn't have; any other error makes the
  ///   event fail.
  func receive(event: String, value: JSONValue?) throws
}

/// An event from a component that its container doesn't know.
public struct UnknownComponentEvent: Error, Equatable, Sendable {
  /// Creates the error, for a container to throw.
  public init() {}
}

extension CustomNavigationModel {
  public var component: String { TypeName.of(Self.self).short }
  public var properties: JSONObject { [:] }
  public var children: [any NavigationModel] { [] }
  /// Refuses every event.
  public func receive(event: String, value: JSONValue?) throws { throw UnknownComponentEvent() }
  /// Empty, because the component draws the children.
  public var body: EmptyView { EmptyView() }
  public var _content: ModelContent {
    let presented = _node.layer?.presentation.model
    return .custom(component: component, properties: properties, children: children.filter { $0 !== presented })
  }
}
