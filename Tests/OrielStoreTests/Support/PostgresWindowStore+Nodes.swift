import Oriel
import OrielHub

@testable import OrielPostgres

extension PostgresWindowStore {
  convenience init(
    node name: String, build: UInt8 = 0, _ address: String,
    ask: @escaping @Sendable (NodeQuestion, ServerNode) async -> Bool? = { _, _ in nil },
    onFenced: @escaping @Sendable () -> Void = {}
  ) throws {
    try self.init(
      PostgresAddress(address), as: NodeIdentity(name: name, address: "\(name):8080", build: [build]), say: { _ in },
      ask: ask, onFenced: onFenced)
  }

  func claim(_ tenant: Tenant) async throws -> Life {
    try await withCheckedThrowingContinuation { answer in nodes!.claim(tenant) { answer.resume(with: $0) } }
  }

  func owner(of tenant: Tenant) async throws -> Life? {
    try await withCheckedThrowingContinuation { answer in nodes!.owner(of: tenant) { answer.resume(with: $0) } }
  }

  func keep(_ crashes: [CrashFinding]) async throws {
    try await withCheckedThrowingContinuation { answer in nodes!.keep(crashes) { answer.resume(with: $0) } }
  }

  func crashes() async throws -> [CrashJournalEntry] {
    try await withCheckedThrowingContinuation { answer in nodes!.crashes { answer.resume(with: $0) } }
  }

  /// Returns when it has seen that many others.
  func sees(_ count: Int) async throws {
    while nodes!.others.count < count { try await Task.sleep(for: .milliseconds(20)) }
  }
}
