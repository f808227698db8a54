import Oriel
import OrielDocument
import OrielHub

/// A trigger being composed.
struct TriggerDraft: Codable, Equatable {
  enum Scope: String, Codable, CaseIterable {
    case everyone, scene, tag, user, window

    var title: String {
      switch self {
      case .everyone: "All"
      case .scene: "By scene"
      case .tag: "By tag"
      case .user: "By user"
      case .window: "One window"
      }
    }

    /// The label of the field.
    var name: String {
      switch self {
      case .everyone: ""
      case .scene: "Scene"
      case .tag: "Tag"
      case .user: "User ID"
      case .window: "Window ID"
      }
    }
  }

  static let customKind = "custom"
  static let kinds = TriggerKind.predefined.map(\.name) + [customKind]

  var kind = "notify"
  /// The typed values, by the names of the kind's members.
  var values: [String: String] = [:]
  /// The name of a custom kind; `json` is its payload.
  var custom = ""
  var json = "{}"
  var scope = Scope.everyone
  var name = ""
  /// Whether windows that no page shows are left out.
  var isForAttached = false
  var reason = ""

  /// The predefined kind; `nil` for a custom one.
  var predefined: TriggerKind? { TriggerKind.predefined.first { $0.name == kind } }

  func command() throws(Problem) -> OperatorCommand {
    let kind = OperatorCommand.Kind.trigger(
      kind: predefined == nil ? "custom:\(custom)" : kind, payload: try payload(), expires: nil, isSecret: false)
    let command = OperatorCommand(kind, to: target, reason: reason)
    try command.check()
    return command
  }

  private var target: WindowTarget { isForAttached ? .attached(named) : named }

  private var named: WindowTarget {
    switch scope {
    case .everyone: .everyone
    case .scene: .scene(name)
    case .tag: .tag(name)
    case .user: .user(name)
    case .window: .window(WindowID(name))
    }
  }

  private func payload() throws(Problem) -> JSONObject {
    guard let predefined else {
      do throws(JSONError) {
        return try JSONObject(typed: json)
      } catch {
        let detail = "it must be a JSON object, such as {\"level\": 3}: \(error.words)"
        throw .wrongPayload(kind: "custom:\(custom)", detail: detail)
      }
    }
    var payload = JSONObject()
    for member in predefined.members {
      if let text = values[member.name], !text.isEmpty { payload.append(member.name, member.value(of: text)) }
    }
    return payload
  }
}

extension JSONObject {
  /// Parses typed JSON as strictly as the API does.
  init(typed text: String) throws(JSONError) {
    let bytes = Array(text.utf8)
    let value = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      try JSONReader.value(from: UnsafeRawBufferPointer(bytes), allowsNull: false)
    }
    guard let object = value.objectValue else {
      throw .unexpectedByte(bytes.first { $0 > 0x20 } ?? 0, offset: bytes.firstIndex { $0 > 0x20 } ?? 0)
    }
    self = object
  }
}

extension PayloadMember {
  /// For people.
  var title: String { isRequired ? "\(name) (required)" : name }

  /// Converts a text to a number if the member takes one.
  func value(of text: String) -> JSONValue {
    if let number = Int(text), accepts(.integer(number)) { return .integer(number) }
    return .string(text)
  }
}
