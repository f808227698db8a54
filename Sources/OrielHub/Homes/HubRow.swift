import Oriel
import Synchronization

/// The hubs of one process, which share a store. A tenant belongs to the hub that its name leads to, always the same for
/// the same number of hubs; what is stored does not depend on it.
package final class HubRow: Sendable {
  package let count: Int
  fileprivate let visitorRates = VisitorRates()
  private let hubs = Mutex<[Resident]>([])

  /// The row keeps no hub alive.
  private struct Resident { weak var hub: HubActor? }

  package init(_ count: Int) { self.count = count }

  /// The hub of a tenant; `nil` of windows that belong to no tenant, which are on every hub.
  package func index(of tenant: Tenant) -> Int? {
    guard tenant.isOfApp else { return nil }
    // FNV-1a: `hashValue` differs from process to process.
    let hash = tenant.id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Int((hash ^ hash >> 32) % UInt64(count))
  }

  /// The neighbours of the hub at this place.
  package func neighbours(of index: Int) -> any HubNeighbours {
    count == 1 ? NoNeighbours() : Neighbours(row: self, index: index)
  }

  /// Adds the next hub. Before the first of them is prepared, all must be here.
  package func add(_ hub: HubActor) { hubs.withLock { $0.append(Resident(hub: hub)) } }

  /// Runs `body` with each hub, on its own executor.
  fileprivate func tell(exceptOf index: Int? = nil, _ body: @escaping @Sendable (WindowHub) -> Void) {
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

  /// Prepares the hubs: what is known of all tenants is read by each of them before one of them loads a tenant, and the app
  /// makes its connections once, for all of them. This must be called before the first connection.
  ///
  /// - Parameter then: Called once, on one of the hubs; with the error of the store or of the app.
  package func prepare(then: @escaping @Sendable ((any Error)?) -> Void) { read(at: 0, then) }

  private func hub(_ index: Int) -> HubActor? { hubs.withLock { $0[index].hub } }

  private func read(at index: Int, _ then: @escaping @Sendable ((any Error)?) -> Void) {
    guard index < count else { return makeServices(then) }
    hub(index)?.run { hub in
      hub.loadWhatAllShare { error in
        if let error { then(error) } else { self.read(at: index + 1, then) }
      }
    }
  }

  private func makeServices(_ then: @escaping @Sendable ((any Error)?) -> Void) {
    hub(0)?.run { hub in
      hub.makeServices { result in
        do {
          let services = try result.get()
          self.tell { $0.use(services) }
          self.begin(at: 0, then)
        } catch {
          then(error)
        }
      }
    }
  }

  private func begin(at index: Int, _ then: @escaping @Sendable ((any Error)?) -> Void) {
    guard index < count else { return then(nil) }
    hub(index)?.run { hub in hub.begin { self.begin(at: index + 1, then) } }
  }
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

/// The other hubs of a row.
private struct Neighbours: HubNeighbours {
  let row: HubRow
  let index: Int

  var areNone: Bool { false }
  var visitorRates: VisitorRates { row.visitorRates }

  func have(_ tenant: Tenant) -> Bool { row.index(of: tenant).map { $0 != index } ?? false }

  func announce(_ posts: PostNews) { row.tell(exceptOf: index) { $0.hear(posts) } }

  func show(_ publications: [StoredPublication]) { row.tell(exceptOf: index) { $0.hear(publications) } }

  func tellDeleted(_ tenant: Tenant) { row.tell(exceptOf: index) { $0.hear(deleted: tenant) } }

  func tell(_ change: AccessChange, leadingTo known: UserAccess) {
    row.tell(exceptOf: index) { $0.hear(change, leadingTo: known) }
  }

  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (WindowHub) -> Answer, then: @escaping @Sendable ([Answer?]) -> Void
  ) { row.ask(exceptOf: index, question, then: then) }
}
