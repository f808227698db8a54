/// An alert as a value.
///
/// An alert without buttons has a single *OK*. Two alerts are equal if their texts and actions are, whatever their ids.
/// Presenting an equal alert with another id presents a new alert.
public struct AlertState<Action>: Identifiable {
  private let identity: Identity
  public var id: QuestionID { identity.id }
  /// The question.
  public var title: TextState
  /// The explanation below the title.
  public var message: TextState?
  /// The buttons from left to right. Without any there is a single *OK*.
  public var buttons: [ButtonState<Action>]

  /// Creates an alert with a new id.
  ///
  /// - Parameters:
  ///   - title: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - message: The same.
  ///   - buttons: The buttons in order; without any, there is a single *OK*.
  public init(
    _ title: any TextStateConvertible, message: (any TextStateConvertible)? = nil,
    @ButtonStateBuilder<Action> buttons: () -> [ButtonState<Action>]
  ) {
    self.init(id: QuestionID(), title.textState, message?.textState, buttons())
  }

  /// Creates an alert with a new id, in SwiftUI's syntax.
  public init(
    title: () -> TextState, @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>],
    message: (() -> TextState)? = nil
  ) {
    self.init(id: QuestionID(), title(), message?(), actions())
  }

  private init(id: QuestionID, _ title: TextState, _ message: TextState?, _ buttons: [ButtonState<Action>]) {
    identity = Identity(id)
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  /// Returns the same alert, with the same id, but with other actions.
  public func map<New>(_ transform: (Action?) -> New?) -> AlertState<New> {
    AlertState<New>(id: id, title, message, buttons.map { $0.map(transform) })
  }
}

extension AlertState where Action == Never {
  /// Creates an alert that can only be closed.
  public init(_ title: any TextStateConvertible, message: (any TextStateConvertible)? = nil) {
    self.init(title, message: message) {}
  }
}

extension AlertState {
  private enum CodingKeys: String, CodingKey {
    case identity = "id"
    case title, message, buttons
  }
}

extension AlertState: Equatable where Action: Equatable {}
extension AlertState: Hashable where Action: Hashable {}
extension AlertState: Sendable where Action: Sendable {}
extension AlertState: Encodable where Action: Encodable {}
extension AlertState: Decodable where Action: Decodable {}
