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

  /// Sends it, or shows which windows it would reach.
  func request(isDry: Bool) throws(Problem) -> ConsoleRequest {
    var body: JSONObject = [
      "act": "trigger", "target": .object(target),
      "kind": .string(predefined == nil ? "custom:\(custom)" : kind), "payload": .object(try payload()),
    ]
    if !reason.isEmpty { body.append("reason", .string(reason)) }
    return ConsoleRequest(path: "acts", query: ["dry-run": isDry ? "true" : nil], body: body)
  }

  private var target: JSONObject {
    var target: JSONObject = [scope == .everyone ? "all" : scope.rawValue: scope == .everyone ? true : .string(name)]
    if isForAttached { target.append("attached", true) }
    return target
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
