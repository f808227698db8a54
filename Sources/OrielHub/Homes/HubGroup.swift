import Oriel
import Synchronization

/// The hubs of one process, which share a store. A tenant belongs to one of them until the process ends; what is stored does
/// not depend on it.
package final class HubGroup: Sendable {
  package let count: Int
  fileprivate let visitorRates = VisitorRates()
  fileprivate let visitorCounts = VisitorCounts()
  private let placement: Mutex<Placement>
  private let hubs = Mutex<[Resident]>([])

  /// The group keeps no hub alive.
  private struct Resident { weak var hub: HubActor? }

  package init(_ count: Int) {
    self.count = count
    placement = Mutex(Placement(hubs: count))
  }

  /// The hub of a tenant; `nil` of windows that belong to no tenant, which are on every hub. Operators' windows are on the
  /// first.
  package func hub(of tenant: Tenant) -> Int? { hub(of: tenant) { $0.hub(of: tenant) } }

  /// The hub that a tenant has, or would get now. Nothing is kept of its name.
  package func likelyHub(of tenant: Tenant) -> Int? { hub(of: tenant) { $0.likelyHub(of: tenant) } }

  private func hub(of tenant: Tenant, _ place: @Sendable (inout Placement) -> Int) -> Int? {
    switch tenant {
    case .everywhere: nil
    case .operators: 0
    default: count == 1 ? 0 : placement.withLock { place(&$0) }
    }
  }

  fileprivate func move(_ tenant: Tenant, to hub: Int) -> Bool { placement.withLock { $0.move(tenant, to: hub) } }

  // MARK: Pages

  /// A page of a tenant has attached to a window.
  package func pageAttached(of tenant: Tenant) { placement.withLock { $0.count(1, of: tenant) } }

  /// It has gone.
  package func pageLeft(of tenant: Tenant) { placement.withLock { $0.count(-1, of: tenant) } }

  /// The neighbours of the hub at this place.
  package func neighbours(of index: Int) -> any HubNeighbours {
    count == 1 ? NoNeighbours() : Neighbours(group: self, index: index)
  }

  /// Adds the next hub. Before the first of them is prepared, all must be here.
  package func add(_ hub: HubActor) { hubs.withLock { $0.append(Resident(hub: hub)) } }

  /// Runs `body` with a hub, on its own executor.
  package func run(at index: Int, _ body: @escaping @Sendable (WindowHub) -> Void) { hub(index)?.run(body) }

  /// Tells all hubs what other nodes have changed.
  private func broadcast(_ news: NodeNews) { broadcast { $0.hear(news) } }

  /// Runs `body` with each hub, on its own executor.
  fileprivate func broadcast(exceptOf index: Int? = nil, _ body: @escaping @Sendable (WindowHub) -> Void) {
    let others = hubs.withLock { hubs in hubs.indices.filter { $0 != index }.map { hubs[$0].hub } }
    for hub in others { hub?.run(body) }
  }

  /// Asks each hub, on its own executor.
  fileprivate func ask<Answer: Sendable>(
    exceptOf index: Int, _ question: @escaping @Sendable (WindowHub) -> Answer,
    then: @escaping @Sendable ([Answer?]) -> Void
  ) {
    let others = hubs.withLock { hubs in hubs.indices.filter { $0 != index }.map { hubs[$0].hub } }
    let answers = HubAnswers<Answer>(of: others.count)
    for (place, hub) in others.enumerated() {
      let note = { @Sendable (answer: Answer?) in
        if let all = answers.add(answer, at: place) { then(all) }
      }
      guard let hub else { note(nil); continue }
      hub.run { note(question($0)) }
    }
  }

  // MARK: The start

  /// Prepares the hubs. This must be called before the first connection.
  ///
  /// - Throws: The error that keeps the store from being read, the app's, or `UndecodableState` if this program can't
  ///   decode what all users share.
  package func prepare() async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      prepare { error in done.resume(with: error.map(Result.failure) ?? .success(())) }
    }
  }

  /// Prepares the hubs.
  ///
  /// - Parameters:
  ///   - services: Those to use in place of the app's.
  ///   - then: Called once, on the first hub, with what `prepare()` throws.
  package func prepare(_ services: Services? = nil, then: @escaping @Sendable ((any Error)?) -> Void) {
    hub(0)?.run { [weak group = self] hub in
      hub.performNow {
        do {
          try await hub.prepareAll(with: services)
          hub.store.nodes?.listen { [weak group] news in group?.broadcast(news) }
          then(nil)
        } catch {
          then(error)
        }
      }
    }
  }

  private func hub(_ index: Int) -> HubActor? { hubs.withLock { $0[index].hub } }
}

/// The answers of hubs to one question, until all have come.
private final class HubAnswers<Answer: Sendable>: Sendable {
  private struct Known {
    var answers: [Answer?]
    var missing: Int
  }

  private let known: Mutex<Known>

  init(of count: Int) { known = Mutex(Known(answers: Array(repeating: nil, count: count), missing: count)) }

  /// - Returns: All answers, with the last of them.
  func add(_ answer: Answer?, at place: Int) -> [Answer?]? {
    known.withLock { known in
      known.answers[place] = answer
      known.missing -= 1
      return known.missing == 0 ? known.answers : nil
    }
  }
}

/// The other hubs of a group.
private struct Neighbours: HubNeighbours {
  let group: HubGroup
  let index: Int

  var areNone: Bool { false }
  var count: Int { group.count }
  func hub(of tenant: Tenant) -> Int? { group.hub(of: tenant) }
  var visitorRates: VisitorRates { group.visitorRates }
  var visitorCounts: VisitorCounts { group.visitorCounts }

  func move(_ tenant: Tenant) -> Bool { group.move(tenant, to: index) }

  func run(at index: Int, _ body: @escaping @Sendable (WindowHub) -> Void) { group.run(at: index, body) }

  func announce(_ posts: PostNews) { group.broadcast(exceptOf: index) { $0.posts.hear(posts) } }

  func show(_ publications: [StoredPublication]) {
    group.broadcast(exceptOf: index) { $0.publisher.hear(publications) }
  }

  func broadcastDeletion(of tenant: Tenant) { group.broadcast(exceptOf: index) { $0.hear(deleted: tenant) } }

  func broadcast(_ change: AccessChange) { group.broadcast(exceptOf: index) { $0.access.hear(change) } }

  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (WindowHub) -> Answer, then: @escaping @Sendable ([Answer?]) -> Void
  ) { group.ask(exceptOf: index, question, then: then) }
}
