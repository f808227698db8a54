import Observation
import OrielDocument

/// Hears that a property of a model or of a saved object was written.
package protocol ModelOwner: AnyObject {
  func propertyChanged(of node: ModelNode)
}

/// The framework's side of one model: where it stands in the graph, and who watches its properties.
///
/// Confined to the hub of its window, like the model itself.
public final class ModelNode: Observable {
  /// The id in the document; empty until the model is first part of a graph.
  package internal(set) var id = ""
  /// Whom property writes are told: the graph it is part of, or the user's saved objects.
  package var owner: (any ModelOwner)?
  package internal(set) var graph: NavigationGraph?
  package internal(set) var parent: (any NavigationModel)?
  /// The one layer this model presents.
  package internal(set) var layer: PresentedLayer?
  /// What is attached below it, the presented model first. Follows the model at the next settling.
  var attached: [any NavigationModel] = []
  var listeners: [(any NavigationMessage) -> Void] = []
  var tasks: [ModelTask] = []
  var timers: [Int: GraphTimer] = [:]
  /// What follows the model's optional properties, and what was shown for them before a restart.
  var items: [ItemDriver] = []
  var restoredItems: [String: String] = [:]
  /// Hears that the model is freed.
  private weak var freedHost: (any GraphHost)?
  private var modelType: Any.Type?
  /// What it has to do with destinations and addresses, if anything.
  var routing: NodeRouting?
  /// What `@Environment` reads. A new model copies it from the turn that makes it.
  package internal(set) var environment: EnvironmentValues
  /// Marks that are set while the node waits in one of its graph's queues.
  var pending: Pending = []
  let registrar = ObservationRegistrar()
  /// What the model's own `body` has read of it, until that changes.
  var ownReads = PropertySet()
  /// The `body` is being evaluated: what it reads of its own model needs no tracking of Observation's.
  var isReadingItself = false
  /// Of what else the `body` has read, if anything.
  var tracking: BodyTracking?

  struct Pending: OptionSet {
    let rawValue: UInt8
    static let structure = Pending(rawValue: 1)
    static let rendering = Pending(rawValue: 2)
    static let saving = Pending(rawValue: 4)
    /// Its `body` has to be evaluated again; without it only what it presents has changed.
    static let body = Pending(rawValue: 8)
    /// A tracking is being ended on purpose: what it says is no news.
    static let rearming = Pending(rawValue: 16)
  }

  /// The node of a model that is being made. It has the environment of the turn in progress.
  public init() {
    environment = TurnContext.current?.environment ?? .ofNobody
  }

  deinit {
    guard let host = freedHost, let modelType else { return }
    let (id, type) = (id, TypeName.of(modelType).short)
    nonisolated(unsafe) let hub = host
    host.isolation.perform {
      hub.note(.freed, model: id, type: type, "\(id.isEmpty ? type : "\(type) \(id)") was freed")
    }
  }

  /// From now on this host hears when the model is freed.
  func tellFreed(_ type: Any.Type, to host: any GraphHost) {
    modelType = type
    freedHost = host
  }

  // MARK: Observation, called by the code that the macros write

  /// A property is read. Its name is the same when it is written.
  public func access<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>, property: StaticString = #function
  ) {
    if isReadingItself { ownReads.insert(property) } else { registrar.access(subject, keyPath: keyPath) }
  }

  /// A property is about to be written.
  public func willSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>, property: StaticString = #function
  ) {
    if isReadingItself {
      graph?.noteWrite(of: property, inBodyOf: self)
    } else if ownReads.contains(property) {
      bodyInvalidated()
    }
    registrar.willSet(subject, keyPath: keyPath)
  }

  /// A property was written: what has read it is rendered again, and its model is saved.
  public func didSet<Subject: Observable, Member>(_ subject: Subject, keyPath: KeyPath<Subject, Member>) {
    registrar.didSet(subject, keyPath: keyPath)
    owner?.propertyChanged(of: self)
  }

  /// A property is changed in place.
  public func withMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, property: StaticString = #function,
    _ mutation: () throws -> Result
  ) rethrows -> Result {
    willSet(subject, keyPath: keyPath, property: property)
    defer { didSet(subject, keyPath: keyPath) }
    return try mutation()
  }

  // Equal writes are no changes: the overloads of Observation's own macro.
  /// Whether writing a property changes it: always, where nothing is known of its type.
  public func shouldNotify<Member>(_ old: Member, _ new: Member) -> Bool { true }
  /// Whether the values differ.
  public func shouldNotify<Member: Equatable>(_ old: Member, _ new: Member) -> Bool { old != new }
  /// Whether they are different objects.
  public func shouldNotify<Member: AnyObject>(_ old: Member, _ new: Member) -> Bool { old !== new }
  /// Whether the objects differ by what they say themselves.
  public func shouldNotify<Member: Equatable & AnyObject>(_ old: Member, _ new: Member) -> Bool { old != new }
  /// Scalar by scalar: texts that are equal only when normalised are a change to a document.
  public func shouldNotify(_ old: String, _ new: String) -> Bool { !old.hasSameScalars(as: new) }
}
