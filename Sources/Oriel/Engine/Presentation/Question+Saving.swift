import OrielDocument

extension Question {
  /// The question with its actions, as saved.
  var saved: JSONObject? {
    guard let title = try? JSONValueEncoder.encode(title),
      let identity = try? JSONValueEncoder.encode(identity)
    else { return nil }
    var members: JSONObject = [
      "identity": identity, "id": .string(id), "prefix": .string(buttonPrefix), "title": title,
    ]
    members["titleVisibility"] = .string(titleVisibility.rawValue)
    members["message"] = message.flatMap { try? JSONValueEncoder.encode($0) }
    members["actions"] = .array(buttons.map { .object($0.saved) })
    return members
  }

  init(saved: JSONValue, types: SavedTypes) throws {
    guard let title = saved["title"], let actions = saved["actions"]?.arrayValue, let identity = saved["identity"]
    else {
      throw SavedError.wrongType(property: "presented")
    }
    self.init(
      try JSONValueDecoder.decode(QuestionID.self, from: identity),
      title: try JSONValueDecoder.decode(TextState.self, from: title),
      message: try saved["message"].map { try JSONValueDecoder.decode(TextState.self, from: $0) },
      buttons: try actions.map { try Button(saved: $0, types: types) })
    titleVisibility = saved["titleVisibility"]?.stringValue.flatMap(Visibility.init) ?? .automatic
    id = saved["id"]?.stringValue ?? ""
    buttonPrefix = saved["prefix"]?.stringValue ?? id
  }
}

extension Question.Button {
  /// A closure can't be saved; its place is only marked.
  fileprivate var saved: JSONObject {
    var members: JSONObject = ["label": (try? JSONValueEncoder.encode(label)) ?? ""]
    members["role"] = role.map { .string($0.rawValue) }
    members["animation"] = animation.flatMap { try? JSONValueEncoder.encode($0) }
    switch action?.body {
    case nil: break
    case .sync, .async: members["closure"] = true
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

  fileprivate init(saved: JSONValue, types: SavedTypes) throws {
    guard let label = saved["label"] else { throw SavedError.missing(property: "label") }
    self.init(
      label: try JSONValueDecoder.decode(TextState.self, from: label),
      role: saved["role"]?.stringValue.flatMap(ButtonRole.init), action: nil,
      animation: saved["animation"].flatMap { try? JSONValueDecoder.decode(Animation.self, from: $0) })
    guard let message = saved["message"] else { return }
    let name = try TypeName(saved: saved["type"])
    guard let type = types.type(name) as? any (NavigationMessage & Codable).Type else {
      throw SavedError.unknownType(name.readable)
    }
    action = ButtonAction(body: .message(try JSONValueDecoder.decode(type, from: message)))
  }
}
