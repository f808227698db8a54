/// The purpose of a button.
public enum ButtonRole: String, Sendable, Codable {
  /// Changes nothing. Closing the question without a choice counts as this button.
  case cancel
  /// Does something that can't be undone.
  case destructive
}

/// The identity of an alert, a dialog or a button, whatever its text. It is random, so that it stays unique across
/// restarts.
public struct QuestionID: Hashable, Sendable, TextCodable {
  private let rawValue: UInt64

  init() { rawValue = TurnContext.randomNumber() }

  init?(saved: String) {
    guard let value = UInt64(saved, radix: 36) else { return nil }
    rawValue = value
  }

  var saved: String { String(rawValue, radix: 36) }
}

/// An identity that takes no part in comparisons: two alerts are equal if they say the same.
struct Identity: Hashable, Sendable, Codable {
  let id: QuestionID

  init(_ id: QuestionID) { self.id = id }
  init(from decoder: any Decoder) throws { id = try QuestionID(from: decoder) }
  func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }

  static func == (left: Self, right: Self) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A button of an alert or dialog.
///
/// Its action is a value. A codable message is sent to `receive(_:from:)` of the model that asked, also after a
/// restart. A ``ButtonAction`` is either a message or a closure, which does not survive a restart. Two buttons are
/// equal if their labels and actions are, whatever their ids.
public struct ButtonState<Action>: Identifiable {
  private let identity: Identity
  public var id: QuestionID { identity.id }
  /// The label of the button.
  public let label: TextState
  /// The purpose of the button, or `nil`.
  public let role: ButtonRole?
  /// The action of the button, in addition to closing the question, or `nil`.
  public let action: Action?
  /// The animation of the changes that the action makes; `nil` leaves that to the action.
  public let actionAnimation: Animation?

  /// Creates a button with a new id.
  ///
  /// The label is a string, a ``LocalizedStringKey`` or a ``TextState``. Without an action, the button only closes the
  /// question.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, action: Action? = nil) {
    self.init(id: QuestionID(), label: label.textState, role: role, action: action)
  }

  /// Creates a button with a new id and a styled label.
  public init(role: ButtonRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(id: QuestionID(), label: label(), role: role, action: action)
  }

  private init(
    id: QuestionID, label: TextState, role: ButtonRole?, action: Action?, actionAnimation: Animation? = nil
  ) {
    identity = Identity(id)
    self.label = label
    self.role = role
    self.action = action
    self.actionAnimation = actionAnimation
  }

  /// Returns the same button, but its action's changes use this animation, as if it ran in `withAnimation`.
  public func animation(_ animation: Animation? = .default) -> ButtonState {
    ButtonState(id: id, label: label, role: role, action: action, actionAnimation: animation)
  }

  /// Calls `perform` with the button's action, or with `nil` if it has none.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    try perform(action)
  }

  /// Calls an asynchronous `perform` with the button's action, or with `nil` if it has none.
  public func withAction<Result>(
    _ perform: nonisolated(nonsending) (Action?) async throws -> Result
  ) async rethrows -> Result {
    try await perform(action)
  }

  /// Returns the same button with another action.
  public func map<New>(_ transform: (Action?) -> New?) -> ButtonState<New> {
    ButtonState<New>(id: id, label: label, role: role, action: transform(action), actionAnimation: actionAnimation)
  }
}

extension ButtonState {
  private enum CodingKeys: String, CodingKey {
    case identity = "id"
    case label, role, action, actionAnimation
  }
}

extension ButtonState: Equatable where Action: Equatable {}
extension ButtonState: Hashable where Action: Hashable {}
extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}

extension Never: NavigationMessage {}

/// The action of a button in a question whose buttons have different types of actions. It either sends a message to the
/// model that asked, which works after a restart too, or calls a closure, which doesn't.
public struct ButtonAction {
  enum Body {
    case message(any NavigationMessage & Codable)
    case sync(() throws -> Void)
    case async(_: nonisolated(nonsending) () async throws -> Void)
  }

  let body: Body
}

extension ButtonState where Action == ButtonAction {
  /// Creates a button that calls `action` on the window's hub. If it throws, the error is logged and the client is told
  /// that the event failed.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, action: @escaping () throws -> Void) {
    self.init(label, role: role, action: ButtonAction(body: .sync(action)))
  }

  /// Creates a button that starts `action` as a task of the model that asked.
  public init(
    _ label: any TextStateConvertible, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(label, role: role, action: ButtonAction(body: .async(action)))
  }

  /// Creates a button that sends `message` to the model that asked.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, message: some NavigationMessage & Codable) {
    self.init(label, role: role, action: ButtonAction(body: .message(message)))
  }
}

/// Collects the buttons of an alert or dialog.
public typealias ButtonStateBuilder<Action> = ArrayBuilder<ButtonState<Action>>
