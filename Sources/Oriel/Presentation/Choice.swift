import OrielDocument

/// A question with buttons: what an alert and a dialog come to when they are presented.
package struct Choice {
  /// Says whether another question is this one.
  let identity: ChoiceID
  var title: TextState
  var titleVisibility = Visibility.automatic
  var message: TextState?
  package var buttons: [Button]
  /// What closing without a choice calls where there is no cancel button; `nil` where the model that asked is told.
  var noChoice: (() throws -> Void)?
  /// The question's id in the document, and the beginning of its buttons' ids: an event that was meant for one question
  /// never reaches the next. Given when it is presented.
  var id = ""
  var buttonPrefix = ""

  package struct Button {
    var label: TextState
    var role: ButtonRole?
    var action: ButtonAction?
    var animation: Animation?
  }

  init(
    _ identity: ChoiceID, _ title: TextState, _ message: TextState?, _ buttons: [Button]
  ) {
    self.identity = identity
    self.title = title
    self.message = message
    // A question can always be closed by a button.
    self.buttons = buttons.isEmpty ? [Button(label: "OK", role: .cancel)] : buttons
  }

  package func button(_ id: String) -> Button? {
    buttons.indices.first { buttonID($0).hasSameScalars(as: id) }.map { buttons[$0] }
  }

  /// Whether this is the id of a button that another question had, or this one before it was changed.
  func isOfAnother(_ id: String) -> Bool {
    id.hasPrefix("q") && id.contains(".") && !id.hasPrefix(buttonPrefix + ".")
  }

  private func buttonID(_ index: Int) -> String { "\(buttonPrefix).\(index)" }

  /// What closing without a choice means, where there is one.
  var cancelButton: Button? { buttons.first { $0.role == .cancel } }

  func rendered(in environment: EnvironmentValues?) -> JSONObject {
    var members: JSONObject = ["id": .string(id), "title": title.rendered(in: environment)]
    if titleVisibility == .hidden { members.append("titleVisibility", "hidden") }
    if let message { members.append("message", message.rendered(in: environment)) }
    let actions = buttons.enumerated().map { index, button in
      var action: JSONObject = ["id": .string(buttonID(index)), "label": button.label.rendered(in: environment)]
      action["role"] = button.role.map { .string($0.rawValue) }
      return JSONValue.object(action)
    }
    members.append("actions", .array(actions))
    return members
  }
}

extension Choice.Button {
  init<Action>(_ button: ButtonState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(
      label: button.label, role: button.role, action: button.action.flatMap(action), animation: button.actionAnimation)
  }
}
