import OrielDocument

/// What a button of an alert or dialog is for.
public enum ButtonRole: String, Sendable, Codable { case cancel, destructive }

/// A button of an alert or dialog.
///
/// Its action is either a message, which the model that presented the question hears in `receive(_:from:)` and which
/// survives a restart, or a closure, which does not.
public struct ButtonState {
  enum Action {
    case message(any NavigationMessage & Codable)
    case closure(() throws -> Void)
    case none
  }

  public let title: String
  public let role: ButtonRole?
  let action: Action

  /// A button that only closes the question.
  public init(_ title: String, role: ButtonRole? = nil) {
    self.title = title
    self.role = role
    action = .none
  }

  /// A button that sends `message` to the model that presented the question.
  public init(_ title: String, role: ButtonRole? = nil, message: some NavigationMessage & Codable) {
    self.title = title
    self.role = role
    action = .message(message)
  }

  /// A button that calls `action`. After a restart the question is gone, closed as *no choice*.
  public init(_ title: String, role: ButtonRole? = nil, action: @escaping () throws -> Void) {
    self.title = title
    self.role = role
    self.action = .closure(action)
  }
}

/// Collects the buttons of an alert or dialog.
@resultBuilder
public enum ButtonsBuilder {
  public static func buildExpression(_ button: ButtonState) -> [ButtonState] { [button] }
  public static func buildBlock(_ parts: [ButtonState]...) -> [ButtonState] { parts.flatMap { $0 } }
  public static func buildOptional(_ part: [ButtonState]?) -> [ButtonState] { part ?? [] }
  public static func buildEither(first part: [ButtonState]) -> [ButtonState] { part }
  public static func buildEither(second part: [ButtonState]) -> [ButtonState] { part }
  public static func buildArray(_ parts: [[ButtonState]]) -> [ButtonState] { parts.flatMap { $0 } }
}

/// An alert as a value.
public struct AlertState {
  let choice: Choice

  /// Without buttons it has a single *OK* (seed row C12).
  public init(
    _ title: String, message: String? = nil, @ButtonsBuilder buttons: () -> [ButtonState] = { [] }
  ) {
    let buttons = buttons()
    choice = Choice(
      title: title, message: message, buttons: buttons.isEmpty ? [ButtonState("OK", role: .cancel)] : buttons)
  }
}

/// A confirmation dialog as a value.
public struct ConfirmationDialogState {
  let choice: Choice

  public init(
    _ title: String = "", message: String? = nil, @ButtonsBuilder buttons: () -> [ButtonState]
  ) {
    choice = Choice(title: title, message: message, buttons: buttons())
  }
}

/// A question with buttons: what an alert and a dialog have in common.
package struct Choice {
  var title: String
  var message: String?
  var buttons: [ButtonState]

  /// Buttons are named by their place; a question's buttons do not change while it shows.
  package func button(_ id: String) -> ButtonState? {
    Int(id).flatMap { buttons.indices.contains($0) && String($0) == id ? buttons[$0] : nil }
  }

  /// What closing without a choice means (U13).
  var cancelButton: ButtonState? { buttons.first { $0.role == .cancel } }

  var rendered: JSONObject {
    var members: JSONObject = ["title": .string(title)]
    members["message"] = message.map(JSONValue.string)
    members["actions"] = .array(
      buttons.enumerated().map { index, button in
        var action: JSONObject = ["id": .string(String(index)), "label": .string(button.title)]
        action["role"] = button.role.map { .string($0.rawValue) }
        return .object(action)
      })
    return members
  }

  /// The buttons with their messages.
  var saved: JSONValue { .array(buttons.map { .object($0.saved) }) }

  init(title: String, message: String?, buttons: [ButtonState]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }

  init(saved: JSONValue, types: SavedTypes) throws {
    guard let title = saved["title"]?.stringValue, let actions = saved["actions"]?.arrayValue else {
      throw SavedError.wrongType(property: "presented")
    }
    self.init(
      title: title, message: saved["message"]?.stringValue,
      buttons: try actions.map { try ButtonState(saved: $0, types: types) })
  }
}

extension ButtonState {
  /// Code is not state: an action that is a closure leaves only a mark.
  var saved: JSONObject {
    var members: JSONObject = ["label": .string(title)]
    members["role"] = role.map { .string($0.rawValue) }
    switch action {
    case .none: break
    case .closure: members["closure"] = true
    case .message(let message):
      guard let value = try? JSONValueEncoder.encode(message) else {
        members["closure"] = true
        break
      }
      members["message"] = value
      members["type"] = TypeName.of(type(of: message)).saved
    }
    return members
  }

  init(saved: JSONValue, types: SavedTypes) throws {
    let title = saved["label"]?.stringValue ?? ""
    let role = saved["role"]?.stringValue.flatMap(ButtonRole.init)
    guard let message = saved["message"] else {
      self.init(title, role: role)
      return
    }
    let name = try TypeName(saved: saved["type"])
    guard let type = types.type(name) as? any (NavigationMessage & Codable).Type else {
      throw SavedError.unknownType(name.readable)
    }
    self.init(title, role: role, saved: message, as: type)
    guard case .message = action else { throw SavedError.unknownType(name.readable) }
  }

  private init(_ title: String, role: ButtonRole?, saved: JSONValue, as type: (some NavigationMessage & Codable).Type) {
    if let message = try? JSONValueDecoder.decode(type, from: saved) {
      self.init(title, role: role, message: message)
    } else {
      self.init(title, role: role)
    }
  }
}
