import OrielDocument

/// A container of the author's own (F20): it lists its `children`, and a component that the app has registered in the
/// page draws them.
///
/// A page that does not know the component shows a labelled placeholder.
public protocol CustomNavigationModel: NavigationModel {
  /// The component's name in the page. By default that of the class.
  var component: String { get }

  /// What the component is told beside the children.
  var properties: JSONObject { get }

  /// Hears what the component emits in the page, such as which of the children its user wants to see.
  ///
  /// - Parameters:
  ///   - event: The name that the component gives it. Anything may come from a page: an unknown one is to be refused.
  ///   - value: What it sends along; `nil` for nothing.
  /// - Throws: ``UnknownComponentEvent`` for an event that is none of the container's, which refuses it; whatever else
  ///   makes it fail.
  func receive(event: String, value: JSONValue?) throws
}

/// A component has emitted what its container knows nothing of.
public struct UnknownComponentEvent: Error, Equatable, Sendable {
  /// To be thrown by a container that gets an event it does not take.
  public init() {}
}

extension CustomNavigationModel {
  public var component: String { TypeName.of(Self.self).short }
  public var properties: JSONObject { [:] }
  public var children: [any NavigationModel] { [] }
  /// Refuses every event.
  public func receive(event: String, value: JSONValue?) throws { throw UnknownComponentEvent() }
  /// Nothing: the component draws the children.
  public var body: EmptyView { EmptyView() }
  public var _content: ModelContent {
    let presented = _node.layer?.presentation.model
    return .custom(component: component, properties: properties, children: children.filter { $0 !== presented })
  }
}
