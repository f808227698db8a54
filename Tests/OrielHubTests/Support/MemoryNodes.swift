import Oriel
import OrielHub
import OrielTesting
import Synchronization

/// The nodes of a test, each of which is a server with several hubs or one. They share a store, and the test tells their news.
final class NodeStore: WindowStore {
  let store: TestStore
  let own: MemoryNodes

  init(_ store: TestStore, _ own: MemoryNodes) { (self.store, self.own) = (store, own) }

  var nodes: (any Nodes)? { own }
  var outlivesProcess: Bool { store.outlivesProcess }
  var gatherTime: Int64 { store.gatherTime }

  func commit(_ turns: [StoredTurn], then completion: @escaping @Sendable ((any Error)?) -> Void) {
    store.commit(turns, then: completion)
  }
  func read<Value: Sendable>(_ question: @escaping StoreQuestion<Value>, then answer: @escaping StoreAnswer<Value>) {
    store.read(question, then: answer)
  }
  func purge(_ user: String, then answer: @escaping StoreAnswer<PurgedCounts>) { store.purge(user, then: answer) }
  func delete(_ tenant: Tenant, then answer: @escaping StoreAnswer<PurgedCounts>) { store.delete(tenant, then: answer) }
  func rename(_ tenant: Tenant, to name: Tenant, then answer: @escaping StoreAnswer<Bool>) {
    store.rename(tenant, to: name, then: answer)
  }
  func deleteOld(_ old: StoreRetention, then completion: @escaping @Sendable ((any Error)?) -> Void) {
    store.deleteOld(old, then: completion)
  }
}

/// A node whose claims are in memory.
final class MemoryNodes: Nodes {
  /// The claims of all nodes of a test.
  final class Claims: Sendable {
    fileprivate let owners = Mutex<[Tenant: Life]>([:])
    fileprivate let crashes = Mutex<[CrashFinding]>([])
    private let ended = Mutex<Set<Life>>([])
    fileprivate let failure = Mutex<StoreFailure?>(nil)
    /// Each claim and release, in their order.
    fileprivate let log = Mutex<[String]>([])

    /// What the nodes of the test have kept.
    var keptCrashes: [CrashFinding] { crashes.withLock { $0 } }

    var all: [Tenant: Life] { owners.withLock { $0 } }

    func takeLog() -> [String] {
      log.withLock { log in
        defer { log = [] }
        return log
      }
    }

    /// A node has ended.
    func end(_ life: Life) {
      owners.withLock { owners in owners = owners.filter { $0.value != life } }
      ended.withLock { _ = $0.insert(life) }
    }

    fileprivate func isEnded(_ life: Life) -> Bool { ended.withLock { $0.contains(life) } }

    func fail(_ failure: StoreFailure?) { self.failure.withLock { $0 = failure } }
  }

  struct StoreFailure: Error {}

  let itself: ServerNode
  private let claims: Claims
  /// The questions for owners that wait; `nil` if none has to.
  private let held = Mutex<[@Sendable () -> Void]?>(nil)
  private let listener = Mutex<(@Sendable (NodeNews) -> Void)?>(nil)

  init(_ own: Life, _ claims: Claims) {
    (itself, self.claims) = (ServerNode(life: own, name: "node \(own.number)", address: ""), claims)
  }

  var others: [ServerNode] {
    [ServerNode(life: Life(number: 3 - own.number), name: "node \(3 - own.number)", address: "")]
  }
  var isStoreThere: Bool { true }

  /// Has questions for owners wait, as if the store took its time.
  func holdQuestions() { held.withLock { $0 = [] } }

  func answerQuestions() {
    let waiting = held.withLock { held in
      defer { held = nil }
      return held ?? []
    }
    for question in waiting { question() }
  }

  func owner(of tenant: Tenant, then answer: @escaping StoreAnswer<Life?>) {
    let question: @Sendable () -> Void = { [claims] in answer(.success(claims.all[tenant])) }
    let isHeld = held.withLock { held in
      held?.append(question)
      return held != nil
    }
    if !isHeld { question() }
  }

  func seemsFree(_ tenant: Tenant) -> Bool { false }

  func claims(then answer: @escaping StoreAnswer<[Tenant: Life]>) { answer(.success(claims.all)) }

  func claim(_ tenant: Tenant, then answer: @escaping StoreAnswer<Life>) {
    if let failure = claims.failure.withLock({ $0 }) { return answer(.failure(failure)) }
    let owner = claims.owners.withLock { owners in
      if let owner = owners[tenant] { return owner }
      owners[tenant] = own
      claims.log.withLock { $0.append("\(own.number) has \(tenant)") }
      return own
    }
    answer(.success(owner))
  }

  func release(_ tenant: Tenant) {
    claims.owners.withLock { owners in
      guard owners[tenant] == own else { return }
      owners[tenant] = nil
      claims.log.withLock { $0 += ["\(own.number) releases \(tenant)"] }
    }
  }

  func give(_ tenant: Tenant, to node: Life, then answer: @escaping StoreAnswer<Bool>) {
    guard !claims.isEnded(node) else { return answer(.success(false)) }
    claims.owners.withLock { $0[tenant] = node }
    claims.log.withLock { $0.append("\(own.number) gives \(tenant) to \(node.number)") }
    answer(.success(true))
  }

  func keep(_ crashes: [CrashFinding], then answer: @escaping StoreAnswer<Void>) {
    claims.crashes.withLock { $0 += crashes }
    answer(.success(()))
  }

  func crashes(then answer: @escaping StoreAnswer<[CrashJournalEntry]>) {
    answer(.success(claims.keptCrashes.filter(\.isFatal).map(\.turn)))
  }

  func forgetCrashes(of subject: String) {
    claims.crashes.withLock { $0.removeAll { $0.turn.subject == subject } }
    claims.log.withLock { $0.append("\(own.number) forgets the crashes of \(subject)") }
  }

  func listen(_ listener: @escaping @Sendable (NodeNews) -> Void) { self.listener.withLock { $0 = listener } }
  func tell(_ news: NodeNews) { listener.withLock { $0 }?(news) }
  func count(pages: Int) {}
  func drain() {}
}
