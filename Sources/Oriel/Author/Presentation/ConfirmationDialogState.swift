/// Whether the title of a dialog or a column of a table is visible. Assistive technology reads a title in any case.
public enum Visibility: String, Sendable, Codable {
  /// Visible if there is a title, or as the table has the column.
  case automatic
  /// Always visible, or never.
  case visible, hidden
}

/// A confirmation dialog as a value.
///
/// Two dialogs are equal if their texts, actions and title visibility are, whatever their ids.
public struct ConfirmationDialogState<Action>: Identifiable {
  private let identity: Identity
  public var id: QuestionID { identity.id }
  /// The question.
  public var title: TextState
  /// Whether the title is visible; `automatic` shows it unless it is empty.
  public var titleVisibility: Visibility
  /// The explanation below the title.
  public var message: TextState?
  /// The buttons in order.
  public var buttons: [ButtonState<Action>]

  /// Creates a dialog with a new id.
  ///
  /// - Parameters:
  ///   - title: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - titleVisibility: Whether the title is visible; `automatic` shows it unless it is empty.
  ///   - message: A string, a ``LocalizedStringKey`` or a ``TextState``.
  ///   - cancel: The button that is set apart from the others and has the role `cancel`.
  ///   - buttons: The other buttons, in order.
  public init(
    _ title: any TextStateConvertible = "", titleVisibility: Visibility = .automatic,
    message: (any TextStateConvertible)? = nil, cancel: ButtonState<Action>? = nil,
    @ButtonStateBuilder<Action> buttons: () -> [ButtonState<Action>]
  ) {
    let apart = cancel.map { [ButtonState($0.label, role: .cancel, action: $0.action)] } ?? []
    self.init(id: QuestionID(), title.textState, titleVisibility, message: message?.textState, buttons() + apart)
  }

  /// Creates a dialog with a new id, in SwiftUI's syntax.
  public init(
    titleVisibility: Visibility = .automatic, title: () -> TextState,
    @ButtonStateBuilder<Action> actions: () -> [ButtonState<Action>], message: (() -> TextState)? = nil
  ) {
    self.init(id: QuestionID(), title(), titleVisibility, message: message?(), actions())
  }

  private init(
    id: QuestionID, _ title: TextState, _ visibility: Visibility, message: TextState?, _ buttons: [ButtonState<Action>]
  ) {
    identity = Identity(id)
    self.title = title
    titleVisibility = visibility
    self.message = message
    self.buttons = buttons
  }

  /// Returns the same dialog, with the same id, but with other actions.
  public func map<New>(_ transform: (Action?) -> New?) -> ConfirmationDialogState<New> {
    ConfirmationDialogState<New>(id: id, title, titleVisibility, message: message, buttons.map { $0.map(transform) })
  }
}

extension ConfirmationDialogState {
  private enum CodingKeys: String, CodingKey {
    case identity = "id"
    case title, titleVisibility, message, buttons
  }
}

extension ConfirmationDialogState: Equatable where Action: Equatable {}
extension ConfirmationDialogState: Hashable where Action: Hashable {}
extension ConfirmationDialogState: Sendable where Action: Sendable {}
extension ConfirmationDialogState: Encodable where Action: Encodable {}
extension ConfirmationDialogState: Decodable where Action: Decodable {}
