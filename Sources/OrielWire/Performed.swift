import OrielDocument

/// The outcome of a trigger.
package struct Performed: Equatable, Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case performed, declined, unsupported, failed
    /// The browser refused for now; another answer follows.
    case blocked
  }

  package var trigger: String
  package var status: Status
  package var value: JSONValue?

  package init(trigger: String, status: Status, value: JSONValue? = nil) {
    self.trigger = trigger
    self.status = status
    self.value = value
  }
}

extension Performed {
  init(_ members: JSONObject) throws(WireError) {
    trigger = try members.required("trigger", .identifier)
    status = try members.required("status", .word)
    value = try members.optional("value", .anything)
  }
}
