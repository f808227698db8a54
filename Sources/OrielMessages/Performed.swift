import OrielDocument

/// A page's answer to a trigger.
package struct Performed: Equatable, Sendable {
  package var trigger: String
  package var status: TriggerStatus
  package var value: JSONValue?

  package init(trigger: String, status: TriggerStatus, value: JSONValue? = nil) {
    self.trigger = trigger
    self.status = status
    self.value = value
  }
}

/// The status of a trigger in one window.
package enum TriggerStatus: String, Sendable, CaseIterable {
  case performed, declined, unsupported, failed
  /// The browser refused for now; another answer follows.
  case blocked
  /// The server's own: no page has answered, yet or in time.
  case pending, expired

  /// Whether a page can no longer change it.
  package var isFinal: Bool { self != .pending && self != .blocked }
  /// Whether it says more of a window than another status: of what a page has answered, and the final answer most.
  package func saysMore(than other: TriggerStatus) -> Bool {
    let rank = { (status: TriggerStatus) in status.isAnswer ? status.isFinal ? 3 : 2 : status.isFinal ? 1 : 0 }
    return rank(self) > rank(other)
  }
  /// Whether a page may answer with it.
  package var isAnswer: Bool { self != .pending && self != .expired }
}
