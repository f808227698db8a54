/// Decides which changes are committed together.
struct TransactionGate {
  private var isCommitting = false
  private var isActing = false

  /// Whether a commit may begin. One caused by a listener is part of the commit that called the listener, and those of
  /// an act, of an operator or a member, are part of the act.
  private var isOpen: Bool { !isCommitting && !isActing }

  /// - Returns: Whether the commit may begin.
  mutating func beginCommit() -> Bool {
    guard isOpen else { return false }
    isCommitting = true
    return true
  }

  mutating func endCommit() { isCommitting = false }

  /// - Returns: Whether this begins an act; an act within another is part of it.
  mutating func beginAct() -> Bool {
    guard isOpen else { return false }
    isActing = true
    return true
  }

  mutating func endAct() { isActing = false }
}
