/// Whether the title of a dialog can be seen. Assistive technology reads it in any case.
public enum Visibility: String, Sendable, Codable {
  /// Where there is one.
  case automatic
  /// Always, or never.
  case visible, hidden
}

/// A confirmation dialog as a value.
///
/// Two are equal if they say and do the same, whatever their ids; whether the title can be seen is part of what they
/// say.
public struct ConfirmationDialogState<Action>: Identifiable {
  public let id: ChoiceID
  /// What is asked. Assistive technology reads it also where it is hidden.
  public var title: TextState
  /// `automatic` shows a title that is not empty.
  public var titleVisibility: Visibility
  /// What there is to say about it.
  public var message: TextState?
  /// In their order.
  public var buttons: [ButtonState<Action>]

  /// A dialog with a new id.
  ///
  /// - Parameters:
  ///   - title: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - titleVisibility: `automatic` shows a title that is not empty.
  ///   - message: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - cancel: A button that stands apart from the others, and has the role `cancel`.
  ///   - buttons: The others, in their order.
  public init(
    _ title: any TextStateConvertible = "", titleVisibility: Visibility = .automatic,
    message: (any TextStateConvertible)? = nil, cancel: ButtonState<Action>? = nil,
    @ButtonStateBuilder<Action> buttons: () -> [ButtonState<Action>]
  ) {
    let apart = cancel.map { [ButtonState($0.label, role: .cancel, action: $0.action)] } ?? []
    self.init(id: ChoiceID(), title.textState, titleVisibility, message?.textState, buttons() + apart)
  }

  /// A dialog with a new id, written as in SwiftUI.
  public init(
    titleVisibility: Visibility = .automatic, title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>], message: (() -> TextState)? = nil
  ) {
    self.init(id: ChoiceID(), title(), titleVisibility, message?(), actions())
  }

  private init(
    id: ChoiceID, _ title: TextState, _ visibility: Visibility, _ message: TextState?, _ buttons: [ButtonState<Action>]
  ) {
    self.id = id
    self.title = title
    titleVisibility = visibility
    self.message = message
    self.buttons = buttons
  }

  /// The same dialog with other actions. It keeps its id.
  public func map<New>(_ transform: (Action?) -> New?) -> ConfirmationDialogState<New> {
    ConfirmationDialogState<New>(id: id, title, titleVisibility, message, buttons.map { $0.map(transform) })
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.title == right.title && left.titleVisibility == right.titleVisibility && left.message == right.message
      && left.buttons == right.buttons
  }
}

extension ConfirmationDialogState: Hashable where Action: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(titleVisibility)
    hasher.combine(message)
    hasher.combine(buttons)
  }
}

extension ConfirmationDialogState: Sendable where Action: Sendable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}
