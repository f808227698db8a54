import OrielDocument

/// A question with buttons: the common form of a presented alert or dialog.
package struct Question {
  /// Identifies the question.
  let identity: QuestionID
  var title: TextState
  var titleVisibility = Visibility.automatic
  var message: TextState?
  package var buttons: [Button]
  /// Called when the question is closed without a choice and has no cancel button; `nil` if the model that asked is
  /// told instead.
  var noChoice: (() throws -> Void)?
  /// The question's id in the document, and the prefix of its buttons' ids, so that an event meant for one question
  /// never reaches the next. Assigned when the question is presented.
  var id = ""
  var buttonPrefix = ""

  package struct Button {
    var label: TextState
    var role: ButtonRole?
    var action: ButtonAction?
    var animation: Animation?
  }

  init(_ identity: QuestionID, title: TextState, message: TextState?, buttons: [Button]) {
    self.identity = identity
    self.title = title
    self.message = message
    // Every question has a button that closes it.
    self.buttons = buttons.isEmpty ? [Button(label: "OK", role: .cancel)] : buttons
  }

  package func button(_ id: String) -> Button? {
    buttons.indices.first { buttonID($0).hasSameScalars(as: id) }.map { buttons[$0] }
  }

  /// Whether this is the id of a button of another question, or of this one before it changed.
  func isOfAnother(_ id: String) -> Bool {
    id.hasPrefix("q") && id.contains(".") && !id.hasPrefix(buttonPrefix + ".")
  }

  private func buttonID(_ index: Int) -> String { "\(buttonPrefix).\(index)" }

  /// The button that closing without a choice counts as, if there is one.
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

extension Question.Button {
  init<Action>(_ button: ButtonState<Action>, _ action: (Action) -> ButtonAction?) {
    self.init(
      label: button.label, role: button.role, action: button.action.flatMap(action), animation: button.actionAnimation)
  }
}
