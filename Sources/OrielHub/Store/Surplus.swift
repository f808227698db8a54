import Oriel

/// How many records of the kinds that anyone can make many of were stored since old ones were last deleted.
struct Surplus {
  private var triggerBytes = 0
  private var auditRecordsOfApp = 0
  /// Of each member, the acts on others' windows: they must not drive out those of everybody else.
  private var acts = RateLimit<ScalarKey>(perMinutes: 60)

  /// Of each operator, the acts that were refused.
  private var refusals = RateLimit<ScalarKey>(perMinutes: 60)

  mutating func added(triggerBytes bytes: Int) { triggerBytes += bytes }
  mutating func addedAuditRecordOfApp() { auditRecordsOfApp += 1 }

  /// - Returns: Whether an act of the app on another user's window is recorded.
  mutating func admitsAct(of user: String, _ limits: HubLimits, now: Int64) -> Bool {
    acts.consume(ScalarKey(user), of: limits.auditRecordsOfMember, now: now)
  }

  /// - Returns: Whether an act of an operator that was refused is recorded.
  mutating func admitsRefusal(of user: String, _ limits: HubLimits, now: Int64) -> Bool {
    refusals.consume(ScalarKey(user), of: limits.auditRefusalsOfOperator, now: now)
  }

  /// Old records are being deleted.
  mutating func reset() { (triggerBytes, auditRecordsOfApp) = (0, 0) }

  /// Whether they are too many to wait for the hour.
  func isLarge(_ limits: HubLimits) -> Bool {
    triggerBytes > limits.keptTriggerBytes || auditRecordsOfApp > limits.auditRecordsOfApp
  }
}
