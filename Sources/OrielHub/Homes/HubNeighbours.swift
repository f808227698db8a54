import Oriel

/// The other hubs over the same store, as one hub sees them.
///
/// Each tenant belongs to one hub, which alone has the tenant's objects, members and windows in memory. Nothing of that
/// ever leaves it: the hubs exchange values only, each of which the other hub takes on its own executor, in the order in
/// which they were told.
package protocol HubNeighbours: Sendable {
  /// Whether there are none.
  var areNone: Bool { get }

  /// The number of all hubs.
  var count: Int { get }

  /// The place of this hub among all of them, from 0.
  var index: Int { get }

  /// The place of the hub that has a tenant; `nil` of windows that belong to no tenant, which are on every hub.
  func hub(of tenant: Tenant) -> Int?

  /// The counts of what visitors have made on all hubs, this one included.
  var visitorRates: VisitorRates { get }

  /// The counts of what they have there at the moment.
  var visitorCounts: VisitorCounts { get }

  /// Gives a tenant that no hub has in memory to this one.
  ///
  /// - Returns: Whether that was possible.
  func move(_ tenant: Tenant) -> Bool

  /// Tells the other hubs what has been saved of the messages between tenants.
  func announce(_ posts: PostNews)

  /// Shows publications that have been saved to the readers on the other hubs.
  func show(_ publications: [StoredPublication])

  /// Tells the other hubs that a tenant has been deleted.
  func broadcastDeletion(of tenant: Tenant)

  /// Tells the other hubs of a ban, its end or a sign-out.
  func broadcast(_ change: AccessChange)

  /// Runs `body` on a hub, after everything that it was told before.
  func run(at index: Int, _ body: @escaping @Sendable (WindowHub) -> Void)

  /// Asks each of the other hubs, which answers on its own executor, after everything that it was told before.
  ///
  /// - Parameter then: Called once, on any thread, with the answers in the order of the hubs; `nil` for a hub that has
  ///   ended.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (WindowHub) -> Answer, then: @escaping @Sendable ([Answer?]) -> Void)
}

/// News of the messages between tenants, for other hubs.
package struct PostNews: Sendable, Equatable {
  /// Those whose messages are to be read from the store.
  package var receivers: Set<Tenant> = []
  /// By how much the messages that wait for each tenant have become more, or fewer.
  package var changes: [Tenant: PostCount] = [:]

  var isEmpty: Bool { receivers.isEmpty && changes.isEmpty }
}

/// A hub that has all tenants.
package struct NoNeighbours: HubNeighbours {
  package let visitorRates = VisitorRates()
  package let visitorCounts = VisitorCounts()

  package init() {}

  package var areNone: Bool { true }
  package var count: Int { 1 }
  package var index: Int { 0 }
  package func hub(of tenant: Tenant) -> Int? { 0 }
  package func move(_ tenant: Tenant) -> Bool { true }
  package func announce(_ posts: PostNews) {}
  package func show(_ publications: [StoredPublication]) {}
  package func broadcastDeletion(of tenant: Tenant) {}
  package func run(at index: Int, _ body: @escaping @Sendable (WindowHub) -> Void) {}
  package func broadcast(_ change: AccessChange) {}
  package func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (WindowHub) -> Answer, then: @escaping @Sendable ([Answer?]) -> Void
  ) { then([]) }
}
