import Oriel

/// The servers that use one store at the same time, as one of them sees them: the nodes.
///
/// Each tenant is in the memory of one node at a time, which has claimed it in the store. Only that node reads and writes
/// what is the tenant's.
package protocol Nodes: Sendable {
  /// This node.
  var itself: ServerNode { get }

  /// The others that live, as this one saw them a moment ago.
  var others: [ServerNode] { get }

  /// Whether the store has answered this node a moment ago.
  var isStoreThere: Bool { get }

  /// Finds the node that has a tenant; `nil` if none has it.
  func owner(of tenant: Tenant, then answer: @escaping StoreAnswer<Life?>)

  /// Whether no node had a tenant when it was last looked for. Its claim says whether that is still so.
  func seemsFree(_ tenant: Tenant) -> Bool

  /// Finds the node of each tenant that one has.
  func claims(then answer: @escaping StoreAnswer<[Tenant: Life]>)

  /// Claims a tenant for this node, unless another one has it. The tenant's state may be read after the answer, and not
  /// before.
  ///
  /// - Parameter answer: Called with the node that has the tenant now, or should have it because it is newer.
  func claim(_ tenant: Tenant, then answer: @escaping StoreAnswer<Life>)

  /// Lets other nodes claim a tenant, of which everything is durable. Does nothing if this node does not have it.
  func release(_ tenant: Tenant)

  /// Lets another node have a tenant, of which everything is durable and nothing is in memory here.
  ///
  /// - Parameter answer: Called with whether the other node has it: one that ends gets none, and no older build while a newer one
  ///   lives.
  func give(_ tenant: Tenant, to node: Life, then answer: @escaping StoreAnswer<Bool>)

  /// Sets what is called with the news of other nodes since this one began, on any thread, in the order in which they come.
  func listen(_ listener: @escaping @Sendable (NodeNews) -> Void)

  /// Keeps in which turns the former process of this node ended, and tells the other nodes. An event that is suspected a second
  /// time, on any node, is known to be fatal.
  ///
  /// - Parameter answer: Called when that is durable.
  func keep(_ crashes: [CrashFinding], then answer: @escaping StoreAnswer<Void>)

  /// Finds the turns that are known to have crashed this build of the program, on any node, oldest first.
  func crashes(then answer: @escaping StoreAnswer<[CrashJournalEntry]>)

  /// Forgets all crashes of a subject, on all nodes.
  func forgetCrashes(of subject: String)

  /// Pages have attached to windows of this node, or left them.
  func count(pages: Int)

  /// Takes no further tenants: the server is about to end.
  func drain()
}

extension Nodes {
  /// The life of this node.
  package var own: Life { itself.life }
}

/// One of several servers that use one store.
package struct ServerNode: Sendable, Equatable {
  package var life: Life
  /// How people know it.
  package var name: String
  /// Where other nodes reach it, as `HOST:PORT`.
  package var address: String
  /// The number of its beats so far, by which others see that it lives.
  package var beat: Int64
  /// The number of pages that are attached to its windows, a second ago at most.
  package var pages: Int
  package var isDraining: Bool
  /// The place of its build among all builds, in the order in which they were first seen.
  package var build: Int64

  package init(
    life: Life, name: String, address: String, beat: Int64 = 0, pages: Int = 0, isDraining: Bool = false,
    build: Int64 = 0
  ) {
    (self.life, self.name, self.address) = (life, name, address)
    (self.beat, self.pages, self.isDraining, self.build) = (beat, pages, isDraining, build)
  }
}

/// Changes that other nodes have committed.
package struct NodeNews: Sendable, Equatable {
  /// The number of messages that were sent to tenants.
  package var posts: [Tenant: Int] = [:]
  package var publications: [StoredPublication] = []
  package var access: [AccessChange] = []
  package var deletedTenants: [Tenant] = []
  /// Turns that are known to have crashed this build of the program.
  package var crashes: [CrashJournalEntry] = []
  /// The subjects whose crashes are forgotten, so that they may be tried again.
  package var forgottenCrashes: [String] = []
  /// The tenants that another node has given to this one.
  package var givenTenants: [Tenant] = []
  /// Whether a node has ended, so that its tenants are free.
  package var areTenantsFree = false

  package init() {}

  package var isEmpty: Bool { self == NodeNews() }
}
