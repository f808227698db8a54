/// How many records of the kinds that anyone can make many of were stored since old ones were last deleted.
struct Surplus {
  private var triggerBytes = 0
  private var auditRecordsOfApp = 0

  mutating func added(triggerBytes bytes: Int) { triggerBytes += bytes }
  mutating func addedAuditRecordOfApp() { auditRecordsOfApp += 1 }

  /// Whether they are too many to wait for the hour.
  func isLarge(_ limits: HubLimits) -> Bool {
    triggerBytes > limits.keptTriggerBytes || auditRecordsOfApp > limits.auditRecordsOfApp
  }
}
