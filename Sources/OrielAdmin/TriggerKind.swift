import Oriel
import OrielDocument

/// A predefined kind of trigger and the members of its payload.
///
/// Pages perform triggers without checks, so invalid payloads are refused here, with an error message.
struct TriggerKind {
  let name: String
  let members: [PayloadMember]
  /// Members of which at least one is required.
  var anyOf: [String] = []

  /// The prefix of custom kinds, whose payload only the app knows.
  private static let customPrefix = "custom:"

  static func check(_ kind: String, _ payload: JSONObject) throws(Problem) {
    if kind.hasSameScalars(as: "openWindow") { throw .openWindowTrigger }
    if isCustom(kind) { return }
    guard let predefined = predefined.first(where: { $0.name.hasSameScalars(as: kind) }) else {
      throw .unknownKind(kind, known: predefined.map(\.name))
    }
    if let fault = predefined.fault(of: payload) { throw .wrongPayload(kind: kind, detail: fault) }
  }

  /// `custom:` and a name of 1 to 64 scalars, like every other id of the protocol.
  private static func isCustom(_ kind: String) -> Bool {
    guard kind.utf8.starts(with: customPrefix.utf8) else { return false }
    return 1...64 ~= kind.unicodeScalars.count - customPrefix.unicodeScalars.count
  }

  private func fault(of payload: JSONObject) -> String? {
    for member in payload where !members.contains(where: { $0.name.hasSameScalars(as: member.key) }) {
      return "\"\(member.key)\" is unknown"
    }
    for member in members {
      if let fault = member.fault(of: payload[member.name]) { return fault }
    }
    guard anyOf.isEmpty || anyOf.contains(where: { payload[$0] != nil }) else {
      return "\(anyOf.map { "\"\($0)\"" }.joined(separator: " or ")) is missing"
    }
    return nil
  }
}

extension TriggerKind {
  static let predefined = [
    TriggerKind(name: "focusWindow", members: []),
    TriggerKind(name: "openURL", members: [.url("url", isRequired: true), .text("target")]),
    TriggerKind(name: "requestReview", members: []),
    TriggerKind(name: "notify", members: notification),
    TriggerKind(name: "share", members: [.text("title"), .text("text"), .url("url")], anyOf: ["url", "text"]),
    TriggerKind(name: "copy", members: [.text("text", isRequired: true)]),
    TriggerKind(name: "print", members: []),
    TriggerKind(name: "ask", members: []),
    TriggerKind(name: "reload", members: []),
    TriggerKind(name: "download", members: [.url("url", isRequired: true), .text("name")]),
    TriggerKind(name: "setBadge", members: [.count("count", isRequired: true)]),
  ]
}

/// The members of a notification, as `EnvironmentTrigger.notify` writes them.
private let notification: [PayloadMember] = [
  .text("title", isRequired: true), .text("body"), .url("url"),
  .one("tone", of: ["good", "warn", "danger"]), .text("action"),
  .number("seconds", in: 1...Double(EnvironmentTrigger.longestNotification)), .text("tag"),
  .number("progress", in: 0...1),
  .one("sound", of: [true]),
]

/// A member of a trigger's payload.
struct PayloadMember {
  let name: String
  let isRequired: Bool
  /// The description of valid values, after *must be*.
  let expected: String
  let accepts: @Sendable (JSONValue) -> Bool

  fileprivate func fault(of value: JSONValue?) -> String? {
    guard let value else { return isRequired ? "\"\(name)\" is missing" : nil }
    return accepts(value) ? nil : "\"\(name)\" must be \(expected)"
  }

  fileprivate static func text(_ name: String, isRequired: Bool = false) -> PayloadMember {
    PayloadMember(name: name, isRequired: isRequired, expected: "a string that is not empty") {
      $0.stringValue?.isEmpty == false
    }
  }

  fileprivate static func url(_ name: String, isRequired: Bool = false) -> PayloadMember {
    PayloadMember(
      name: name, isRequired: isRequired, expected: "a URL with http, https, mailto or tel, or a relative one"
    ) {
      $0.stringValue.map(SafeURL.isAllowed) ?? false
    }
  }

  fileprivate static func one(_ name: String, of values: [JSONValue]) -> PayloadMember {
    let expected = values.map(\.description).joined(separator: ", ")
    return PayloadMember(name: name, isRequired: false, expected: values.count == 1 ? expected : "one of \(expected)") {
      values.contains($0)
    }
  }

  fileprivate static func number(_ name: String, in range: ClosedRange<Double>) -> PayloadMember {
    PayloadMember(
      name: name, isRequired: false,
      expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    ) {
      $0.numberValue.map(range.contains) ?? false
    }
  }

  /// The integers that every client can represent (see the protocol, *Values*).
  fileprivate static func count(_ name: String, isRequired: Bool = false) -> PayloadMember {
    PayloadMember(name: name, isRequired: isRequired, expected: "an integer from 0 to 9007199254740991") {
      $0.integerValue.map { 0...(1 << 53 - 1) ~= $0 } ?? false
    }
  }
}
