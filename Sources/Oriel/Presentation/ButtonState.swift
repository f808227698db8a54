/// What a button is for.
public enum ButtonRole: String, Sendable, Codable {
  /// Leaves all as it is. It is what closing the question without a choice means.
  case cancel
  /// Does what can't be undone.
  case destructive
}

/// What makes an alert, a dialog or a button the same one as before, whatever it says. Random, so that it outlives a
/// restart.
public struct ChoiceID: Hashable, Sendable, Codable {
  private let rawValue: UInt64

  init() { rawValue = .random(in: .min ... .max) }

  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = UInt64(text, radix: 36) else { throw SavedError.wrongType(property: "id") }
    rawValue = value
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(rawValue, radix: 36))
  }
}

/// A button of an alert or dialog.
///
/// Its action is a value. A codable message is heard by the model that asked, in `receive(_:from:)`, also after a restart;
/// a ``ButtonAction`` may be either, and a closure does not survive one. Two buttons are equal if they say and do the same, whatever
/// their ids.
public struct ButtonState<Action>: Identifiable {
  public let id: ChoiceID
  /// What the button says.
  public let label: TextState
  /// What it is for; `nil` for none of the two.
  public let role: ButtonRole?
  /// What the button does beside closing the question; `nil` for nothing.
  public let action: Action?
  /// How what the action changes moves; `nil` for as it says itself.
  public let actionAnimation: Animation?

  /// A button with a new id.
  ///
  /// Its label is a string, a ``LocalizedStringKey`` or a ``TextState``; without an action it closes the question and
  /// does nothing else.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, action: Action? = nil) {
    self.init(id: ChoiceID(), label: label.textState, role: role, action: action)
  }

  /// A button with a new id and a styled label.
  public init(role: ButtonRole? = nil, action: Action? = nil, label: () -> TextState) {
    self.init(id: ChoiceID(), label: label(), role: role, action: action)
  }

  private init(
    id: ChoiceID, label: TextState, role: ButtonRole?, action: Action?, actionAnimation: Animation? = nil
  ) {
    self.id = id
    self.label = label
    self.role = role
    self.action = action
    self.actionAnimation = actionAnimation
  }

  /// The same button, whose action changes things by this animation: as if it ran in `withAnimation`.
  public func animation(_ animation: Animation? = .default) -> ButtonState {
    ButtonState(id: id, label: label, role: role, action: action, actionAnimation: animation)
  }

  /// Does something with the button's action, also with that of one that has none.
  public func withAction<Result>(_ perform: (Action?) throws -> Result) rethrows -> Result {
    try perform(action)
  }

  /// Does something with the button's action that takes its time, also with that of one that has none.
  public func withAction<Result>(
    _ perform: nonisolated(nonsending) (Action?) async throws -> Result
  ) async rethrows -> Result {
    try await perform(action)
  }

  /// The same button with another action.
  public func map<New>(_ transform: (Action?) -> New?) -> ButtonState<New> {
    ButtonState<New>(id: id, label: label, role: role, action: transform(action), actionAnimation: actionAnimation)
  }
}

extension ButtonState: Equatable where Action: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.label == right.label && left.role == right.role && left.action == right.action
      && left.actionAnimation == right.actionAnimation
  }
}

extension ButtonState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(label)
    hasher.combine(role)
    hasher.combine(action)
    hasher.combine(actionAnimation)
  }
}

extension ButtonState: Sendable where Action: Sendable {}
extension ButtonState: Encodable where Action: Encodable {}
extension ButtonState: Decodable where Action: Decodable {}

extension Never: NavigationMessage {}

/// What a button of a question does, where its question has not one type of action for all: it sends a message to the
/// model that asked, which a restart does not hinder, or calls a closure, which is gone after one.
public struct ButtonAction {
  enum Body {
    case message(any NavigationMessage & Codable)
    case sync(() throws -> Void)
    case async(_: nonisolated(nonsending) () async throws -> Void)
  }

  let body: Body
}

extension ButtonState where Action == ButtonAction {
  /// A button that calls `action` on the window's hub. What it throws is logged, and the client hears that it failed.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, action: @escaping () throws -> Void) {
    self.init(label, role: role, action: ButtonAction(body: .sync(action)))
  }

  /// A button that starts `action` as a task of the model that asked.
  public init(
    _ label: any TextStateConvertible, role: ButtonRole? = nil,
    action: nonisolated(nonsending) @escaping () async throws -> Void
  ) {
    self.init(label, role: role, action: ButtonAction(body: .async(action)))
  }

  /// A button that sends `message` to the model that asked.
  public init(_ label: any TextStateConvertible, role: ButtonRole? = nil, message: some NavigationMessage & Codable) {
    self.init(label, role: role, action: ButtonAction(body: .message(message)))
  }
}

/// Lets a closure list the buttons of an alert or dialog, with `if`, `switch` and `for` between them.
@resultBuilder
public enum ButtonStateBuilder<Action> {
  /// A button is a statement.
  public static func buildExpression(_ button: ButtonState<Action>) -> [ButtonState<Action>] { [button] }
  /// Statements one after another.
  public static func buildBlock(_ parts: [ButtonState<Action>]...) -> [ButtonState<Action>] { parts.flatMap { $0 } }
  /// The buttons behind an `if` without `else`.
  public static func buildOptional(_ part: [ButtonState<Action>]?) -> [ButtonState<Action>] { part ?? [] }
  /// The buttons behind an `if`.
  public static func buildEither(first part: [ButtonState<Action>]) -> [ButtonState<Action>] { part }
  /// The buttons behind its `else`.
  public static func buildEither(second part: [ButtonState<Action>]) -> [ButtonState<Action>] { part }
  /// The buttons of a loop.
  public static func buildArray(_ parts: [[ButtonState<Action>]]) -> [ButtonState<Action>] { parts.flatMap { $0 } }
  /// The buttons behind an `if #available`.
  public static func buildLimitedAvailability(_ part: [ButtonState<Action>]) -> [ButtonState<Action>] { part }
}
