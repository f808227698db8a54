/// An alert as a value.
///
/// Without buttons it has a single *OK*. Two are equal if they say and do the same, whatever their ids; to
/// present an equal one with another id is to present another alert.
public struct AlertState<Action>: Identifiable {
  public let id: ChoiceID
  /// What is asked.
  public var title: TextState
  /// What there is to say about it.
  public var message: TextState?
  /// From left to right. Without any there is a single *OK*.
  public var buttons: [ButtonState<Action>]

  /// An alert with a new id.
  ///
  /// - Parameters:
  ///   - title: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - message: The same.
  ///   - buttons: In their order; none makes a single *OK*.
  public init(
    _ title: any TextStateConvertible, message: (any TextStateConvertible)? = nil,
    @ButtonStateBuilder<Action> buttons: () -> [ButtonState<Action>]
  ) {
    self.init(id: ChoiceID(), title.textState, message?.textState, buttons())
  }

  /// An alert with a new id, written as in SwiftUI.
  public init(
    title: () -> TextState, @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>],
    message: (() -> TextState)? = nil
  ) {
    self.init(id: ChoiceID(), title(), message?(), actions())
  }

  private init(id: ChoiceID, _ title: TextState, _ message: TextState?, _ buttons: [ButtonState<Action>]) {
    self.id = id
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// The same alert with other actions. It keeps its id.
  public func map<New>(_ transform: (Action?) -> New?) -> AlertState<New> {
    AlertState<New>(id: id, title, message, buttons.map { $0.map(transform) })
  }
}

extension AlertState where Action == Never {
  /// An alert that can only be closed.
  public init(_ title: any TextStateConvertible, message: (any TextStateConvertible)? = nil) {
    self.init(title, message: message) {}
  }
}

extension AlertState: Equatable where Action: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.message == right.message && left.buttons == right.buttons
  }
}

extension AlertState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}
