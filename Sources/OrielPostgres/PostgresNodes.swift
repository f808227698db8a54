import Dispatch
import Foundation
import Oriel
import OrielHub
import OrielSQL
import Synchronization

/// The build of a node's program, as the database knows it.
struct Build: Equatable {
  /// Its place among all builds.
  var number: Int64 = 0
  /// Whether a newer one has had tenants.
  var isSuperseded = false
}

/// The nodes that use a database, as one of them sees them, and the tenants that it has claimed.
final class PostgresNodes: Nodes {
  let own: Life
  private let node: ServerNode
  private let writes: WriteQueue<PostgresWriter>
  private let readers: PostgresReaders
  private let state = Mutex(State())

  private struct State {
    var others: [Other] = []
    var pages = 0
    var build: Int64 = 0
    /// Whether the database knows that this build has had a tenant.
    var hasServed = false
    var listener: (@Sendable (NodeNews) -> Void)?
    /// Those that came before there was one.
    var unheard: [NodeNews] = []
    var isDraining = false
    /// The tenants that this node has.
    var held: Set<Tenant> = []
    /// The claims and releases that wait for the writer, in their order.
    var waiting: [Change] = []
    var isWriting = false
    /// The searches for tenants' nodes. Each is looked for once: pages of a large tenant come back all at once.
    var searches: [Tenant: Search] = [:]
    var lastSearch = 0
    /// The nodes that tenants were last seen on, for when the database is away.
    var seen: [Tenant: Life] = [:]
    /// Whether the database has said nothing for a while, so that it is not asked.
    var isSilent = false
    /// The tenants that no node had when they were last looked for.
    var free: Set<Tenant> = []

    mutating func saw(_ owner: Life?, of tenant: Tenant) {
      if seen.count >= PostgresNodes.remembered { seen = [:] }
      seen[tenant] = owner
    }

    /// Without the database, a tenant is where it was last seen.
    func lastOwner(of tenant: Tenant) -> Result<Life?, any Error> {
      seen[tenant].map { .success($0) } ?? .failure(PostgresStoreError.silent)
    }
  }

  /// Those who ask for a tenant's node.
  private struct Search {
    let number: Int
    var asking: [StoreAnswer<Life?>]
  }

  private enum Change: Sendable {
    case claim(Tenant, StoreAnswer<Life>)
    case release(Tenant)
    case give(Tenant, Life, StoreAnswer<Bool>)

    var tenant: Tenant {
      switch self {
      case .claim(let tenant, _), .release(let tenant), .give(let tenant, _, _): tenant
      }
    }
  }

  /// The number of tenants of which it is known on which node they were last seen.
  private static let remembered = 100_000
  private let beats: @Sendable () -> PostgresBeats?

  init(
    _ itself: ServerNode, _ writes: WriteQueue<PostgresWriter>, _ readers: PostgresReaders,
    beats: @escaping @Sendable () -> PostgresBeats?
  ) {
    (own, node, self.writes, self.readers, self.beats) = (itself.life, itself, writes, readers, beats)
  }

  var itself: ServerNode {
    var itself = node
    (itself.isDraining, itself.pages, itself.build) = state.withLock { ($0.isDraining, $0.pages, $0.build) }
    return itself
  }

  var isStoreThere: Bool { beats()?.isInTime ?? false }

  var others: [ServerNode] { state.withLock { $0.others.map(\.node) } }

  func listen(_ listener: @escaping @Sendable (NodeNews) -> Void) {
    state.withLock { state in
      for news in state.unheard { listener(news) }
      (state.listener, state.unheard) = (listener, [])
    }
  }

  func count(pages: Int) { state.withLock { $0.pages += pages } }

  func drain() {
    state.withLock { $0.isDraining = true }
    beats()?.drain()
  }

  func saw(_ others: [Other], _ build: Build) {
    state.withLock {
      ($0.others, $0.build, $0.isSilent) = (others, build.number, false)
    }
  }

  /// The database says nothing. Those who ask for a tenant's node do not wait for it.
  func fellSilent() {
    let asking = state.withLock { state in
      state.isSilent = true
      defer { state.searches = [:] }
      return state.searches.map { ($0.value.asking, state.lastOwner(of: $0.key)) }
    }
    for (waiting, owner) in asking {
      for answer in waiting { answer(owner) }
    }
  }

  func heard(_ news: NodeNews) {
    let listener = state.withLock { state in
      if state.listener == nil { state.unheard.append(news) }
      return state.listener
    }
    listener?(news)
  }

  // MARK: Crashes

  func keep(_ crashes: [CrashFinding], then answer: @escaping StoreAnswer<Void>) {
    writes.write(
      { [own] writer in
        try writer.turn { connection, news in try connection.keep(crashes, of: own, &news) }
      }, then: answer)
  }

  func crashes(then answer: @escaping StoreAnswer<[CrashJournalEntry]>) {
    readers.read({ [own] connection in try connection.crashes(of: own) }, then: answer)
  }

  func forgetCrashes(of subject: String) {
    writes.write({ writer in
      try writer.turn { connection, news in
        try connection.forgetCrashes(of: subject)
        news = .forgottenCrashes(of: subject)
      }
    }) { (_: Result<Void, any Error>) in }
  }

  // MARK: Tenants

  private static let ownerOfTenant = """
    SELECT claims.life FROM claims JOIN nodes ON nodes.life = claims.life AND alive WHERE home = ?
    """

  func owner(of tenant: Tenant, then answer: @escaping StoreAnswer<Life?>) {
    if state.withLock({ $0.held.contains(tenant) }) { return answer(.success(own)) }
    if let owner = state.withLock({ $0.isSilent ? $0.lastOwner(of: tenant) : nil }) { return answer(owner) }
    let number: Int? = state.withLock { state in
      guard state.searches[tenant] == nil else {
        state.searches[tenant]?.asking.append(answer)
        return nil
      }
      state.lastSearch += 1
      state.searches[tenant] = Search(number: state.lastSearch, asking: [answer])
      return state.lastSearch
    }
    guard let number else { return }
    readers.read({ connection in
      try connection.queryFirst(Self.ownerOfTenant, [Bytes(tenant.id)]) { Life(number: $0.number(0) ?? 0) }
    }) { [self] (result: Result<Life?, any Error>) in
      let (waiting, last) = state.withLock { state in
        if case .success(let owner) = result {
          state.saw(owner, of: tenant)
          if state.free.count >= Self.remembered { state.free = [] }
          if owner == nil { state.free.insert(tenant) } else { state.free.remove(tenant) }
        }
        // While the database was silent, it has been answered already.
        let isOver = state.searches[tenant]?.number != number
        return (isOver ? [] : state.searches.removeValue(forKey: tenant)?.asking ?? [], state.lastOwner(of: tenant))
      }
      let found = if case .failure = result, case .success = last { last } else { result }
      for answer in waiting { answer(found) }
    }
  }

  func seemsFree(_ tenant: Tenant) -> Bool { state.withLock { $0.free.contains(tenant) } }

  func claims(then answer: @escaping StoreAnswer<[Tenant: Life]>) {
    readers.read(
      { connection in
        let claims = try connection.query(
          "SELECT home, claims.life FROM claims JOIN nodes ON nodes.life = claims.life AND alive", []
        ) { (Tenant(stored: $0.bytes(0).text), Life(number: $0.number(1) ?? 0)) }
        return Dictionary(claims) { $1 }
      }, then: answer)
  }

  func claim(_ tenant: Tenant, then answer: @escaping StoreAnswer<Life>) {
    if state.withLock({ $0.held.contains(tenant) }) { return answer(.success(own)) }
    // The claim says who has it now.
    if state.withLock({ $0.free.remove(tenant) }) != nil { return add(.claim(tenant, answer)) }
    owner(of: tenant) { [self] result in
      switch result {
      case .success(let owner?) where owner != own: answer(.success(owner))
      // It may be about to be released.
      case .success: add(.claim(tenant, answer))
      case .failure(let error): answer(.failure(error))
      }
    }
  }

  func release(_ tenant: Tenant) {
    guard state.withLock({ $0.held.remove(tenant) }) != nil else { return }
    add(.release(tenant))
  }

  func give(_ tenant: Tenant, to node: Life, then answer: @escaping StoreAnswer<Bool>) {
    guard state.withLock({ $0.held.remove(tenant) }) != nil else { return answer(.success(false)) }
    add(.give(tenant, node, answer))
  }

  /// All that come while the writer is busy are one turn.
  private func add(_ change: Change) {
    let isFirst = state.withLock { state in
      state.waiting.append(change)
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { write() }
  }

  private func write() {
    let taken = Mutex<[Change]>([])
    writes.write({ [self] writer in
      // In the same order on each node, so that none waits for another in a circle. Of one tenant, the order is kept.
      let changes = taken.withLock { changes in
        if changes.isEmpty { changes = removeWaiting() }
        return changes
      }
      return try writer.turn { connection, news in
        let made = try self.make(changes, connection)
        for case (.give(let tenant, let node, _), let owner) in zip(changes, made.owners) where owner == node {
          news.add(gift: tenant, to: node)
        }
        return made
      }
    }) { [self] (result: Result<Made, any Error>) in
      let changes = taken.withLock { $0 }
      for (index, change) in changes.enumerated() {
        switch change {
        case .claim(let tenant, let answer):
          answer(
            result.flatMap { made in
              guard let owner = made.owners[index] else {
                return .failure(made.isSuperseded ? PostgresStoreError.superseded : PostgresStoreError.tenantMoves)
              }
              state.withLock {
                if owner == own { $0.held.insert(tenant) } else { $0.saw(owner, of: tenant) }
                if owner == own { $0.hasServed = true }
              }
              return .success(owner)
            })
        case .release(let tenant):
          if case .failure(let error as PostgresStoreError) = result, !error.isEnd { releaseLater(tenant) }
        case .give(let tenant, let node, let answer):
          let isGiven = result.map { $0.owners[index] == node }
          state.withLock {
            if case .success(true) = isGiven { $0.saw(node, of: tenant) } else { $0.held.insert(tenant) }
          }
          answer(isGiven)
        }
      }
      let isMore = state.withLock { state in
        state.isWriting = !state.waiting.isEmpty
        return state.isWriting
      }
      if isMore { write() }
    }
  }

  /// The database has refused it.
  private func releaseLater(_ tenant: Tenant) {
    state.withLock { _ = $0.held.insert(tenant) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in self?.release(tenant) }
  }

  private func removeWaiting() -> [Change] {
    let changes = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    let places = changes.enumerated().sorted {
      $0.element.tenant.id == $1.element.tenant.id
        ? $0.offset < $1.offset : $0.element.tenant.id < $1.element.tenant.id
    }
    return places.map(\.element)
  }

  private struct Made {
    /// For each change, the node that has the tenant after it; `nil` if that is not clear yet.
    let owners: [Life?]
    /// Whether it is not clear because a newer build has had tenants.
    let isSuperseded: Bool
  }

  private func make(_ changes: [Change], _ connection: PostgresConnection) throws -> Made {
    let statements = changes.map(statement)
    var changed = try connection.run(statements.compactMap(\.self))[...]
    if !state.withLock(\.hasServed) {
      try connection.send(
        """
        UPDATE builds SET served = true WHERE NOT served AND number = (SELECT build FROM nodes WHERE life = ?1)
          AND EXISTS (SELECT 1 FROM claims WHERE life = ?1)
        """, [own.number])
    }
    let owners: [Life?] = try zip(changes, statements).map { change, statement in
      let isMade = statement != nil && changed.removeFirst() == 1
      return switch change {
      case .claim where statement == nil: state.withLock { $0.others.first { !$0.node.isDraining }?.life }
      case .claim(let tenant, _): isMade ? own : try otherOwner(of: tenant, connection)
      case .release: nil
      case .give(_, let node, _): isMade ? node : own
      }
    }
    let areClear = zip(changes, owners).allSatisfy { if case .claim = $0 { $1 != nil } else { true } }
    let isSuperseded =
      try !areClear && connection.number("SELECT count(*) FROM (\(Self.newerBuilds)) AS newer", [own.number]) > 0
    return Made(owners: owners, isSuperseded: isSuperseded)
  }

  /// - Returns: `nil` if the change is not for a node that ends.
  private func statement(of change: Change) -> (sql: String, arguments: SQLArguments)? {
    let home = Bytes(change.tenant.id)
    switch change {
    case .claim: return state.withLock { $0.isDraining } ? nil : (Self.claim, [own.number, home])
    case .release: return ("DELETE FROM claims WHERE home = ? AND life = ?", [home, own.number])
    case .give(_, let node, _): return (Self.gift, [node.number, home, own.number])
    }
  }

  // Only of a node that is known to be dead: one that has registered a moment ago may not be seen yet. An older build takes none
  // while a newer one lives, or once one has had tenants, whose windows it would not understand. Former versions have left claims of the life 0, which are free.
  private static let claim = """
    INSERT INTO claims SELECT ?2, ?1 WHERE NOT EXISTS (\(newerNodes)) AND NOT EXISTS (\(newerBuilds))
    ON CONFLICT (home) DO UPDATE SET life = ?1
    WHERE claims.life IN (0, ?1) OR EXISTS (SELECT 1 FROM nodes WHERE nodes.life = claims.life AND NOT alive)
    """

  private static let gift = """
    UPDATE claims SET life = ?1 WHERE home = ?2 AND life = ?3
      AND EXISTS (
        SELECT 1 FROM nodes JOIN beats ON beats.life = nodes.life WHERE nodes.life = ?1 AND alive AND NOT draining)
      AND NOT EXISTS (\(newerNodes))
    """

  private func otherOwner(of tenant: Tenant, _ connection: PostgresConnection) throws -> Life? {
    let life = { (row: any SQLRow) in Life(number: row.number(0) ?? 0) }
    return try connection.queryFirst(Self.ownerOfTenant, [Bytes(tenant.id)], life)
      ?? connection.queryFirst("\(Self.newerNodes) LIMIT 1", [own.number], life)
  }

  /// The nodes that take tenants in place of the one whose life is the first value.
  private static let newerNodes = """
    SELECT newer.life FROM nodes AS newer JOIN beats ON beats.life = newer.life
    WHERE newer.alive AND NOT draining AND newer.build > (SELECT build FROM nodes WHERE life = ?1)
    """

  /// The builds that have had tenants since that of the node whose life is the first value.
  private static let newerBuilds = """
    SELECT 1 FROM builds WHERE served AND number > (SELECT build FROM nodes WHERE life = ?1)
    """
}
