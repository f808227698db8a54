import Observation
import OrielDocument

/// Notified when a property of a model or a saved object is written.
package protocol ModelOwner: AnyObject {
  /// - Parameter property: The name of the property, if it is saved.
  func propertyChanged(of node: _ModelNode, _ property: StaticString?)
  /// Elements of its `Rows` have changed.
  func rowsChanged(of node: _ModelNode)
  /// Reports a change of `Rows` that was refused.
  func rowsMisused(_ message: String)
}

extension ModelOwner {
  /// Something other than a property was changed.
  package func propertyChanged(of node: _ModelNode) { propertyChanged(of: node, nil) }
  /// A model holds no `Rows` that are saved.
  package func rowsChanged(of node: _ModelNode) {}
  package func rowsMisused(_ message: String) { TurnContext.reportMisuse(message) }
}

/// The framework's part of a model: its place in the graph, and the observers of its properties.
///
/// Confined to the hub of its window, like the model itself.
public final class _ModelNode: Observable {
  /// The id in the document; empty until the model is first part of a graph.
  package internal(set) var id = ""
  /// Notified when a property changes: the model's graph, or the user's saved objects.
  package var owner: (any ModelOwner)?
  package internal(set) var graph: NavigationGraph?
  package internal(set) var parent: (any NavigationModel)?
  /// The layer that this model presents.
  package internal(set) var layer: PresentedLayer?
  /// The attached models below this one, the presented model first. Updated when the graph settles.
  var attached: [any NavigationModel] = []
  var listeners: [(any NavigationMessage) -> Void] = []
  /// The hub, for an object that is not part of a graph: set by its owner.
  package weak var services: (any HubServices)?
  /// The tasks, repetitions and timers that end with the object.
  var handles: [TaskHandle] = []
  /// The drivers of the model's optional properties, and the models shown for them before a restart.
  var items: [ItemDriver] = []
  var restoredItems: [String: String] = [:]
  /// Notified when the model is freed.
  private weak var freedHost: (any HubServices)?
  private var modelType: Any.Type?
  /// The model's destination and its handlers for addresses, if it has any.
  var routing: NodeRouting?
  private var environmentSource: NodeEnvironment
  /// The queues of its graph that the node is waiting in.
  var pending: Pending = []
  let registrar = LazyRegistrar()
  /// The model's properties that its own `body` has read since the last change.
  var ownReads = PropertySet()
  /// Whether the `body` is being evaluated, so that reads of its own model need no tracking by Observation.
  var isReadingItself = false
  /// The tracking of other objects that the `body` has read, if any.
  var tracking: BodyTracking?

  struct Pending: OptionSet {
    let rawValue: UInt8
    static let structure = Pending(rawValue: 1)
    static let rendering = Pending(rawValue: 2)
    static let saving = Pending(rawValue: 4)
    /// The `body` has to be evaluated again. Without this mark, only the model's layer has changed.
    static let body = Pending(rawValue: 8)
    /// A tracking is being ended on purpose, so its notification is ignored.
    static let rearming = Pending(rawValue: 16)
  }

  /// Creates the node of a new model, with the environment of the current turn.
  public init() {
    environmentSource = .copied(TurnContext.current?.environment ?? .ofNobody)
  }

  /// The values that `@Environment` reads. A new model copies them from the turn that creates it.
  var environment: EnvironmentValues {
    get { environmentSource.values }
    set { environmentSource = .copied(newValue) }
  }

  /// The environment of the window whose user's event a shared model handles; `nil` for other models, and in a `body`, which
  /// is the same for all.
  var visitorEnvironment: EnvironmentValues? {
    guard !isReadingItself, let graph, let acting = graph.acting, acting !== graph else { return nil }
    return acting.host.environment
  }

  /// From now on, `@Environment` reads the values of its owner's turns.
  package func readsEnvironment(of turns: TurnContext) { environmentSource = .turns(.init(turns)) }

  deinit {
    guard let host = freedHost, let modelType else { return }
    let (id, type) = (id, TypeName.of(modelType).short)
    host.isolation.callback {
      host.report(.freed, model: id, type: type, "\(id.isEmpty ? type : "\(type) \(id)") was freed")
    }()
  }

  /// Has this host report it when the model is freed.
  func reportWhenFreed(_ type: Any.Type, to host: any HubServices) {
    modelType = type
    freedHost = host
  }

  // MARK: Observation, called by the code that the macros write

  /// A property is being read. Writing it passes the same name.
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
      graph?.reportWrite(of: property, inBodyOf: self)
    } else if ownReads.contains(property) {
      bodyInvalidated()
    }
    registrar.willSet(subject, keyPath: keyPath)
  }

  /// A property was written: models that have read it are rendered again, and its model is saved.
  public func didSet<Subject: Observable, Member>(
    _ subject: Subject, keyPath: KeyPath<Subject, Member>, property: StaticString = #function, isSaved: Bool = true
  ) {
    registrar.didSet(subject, keyPath: keyPath)
    owner?.propertyChanged(of: self, isSaved ? property : nil)
  }

  /// A property is being changed in place.
  public func withMutation<Subject: Observable, Member, Result>(
    of subject: Subject, keyPath: KeyPath<Subject, Member>, property: StaticString = #function, isSaved: Bool = true,
    _ mutation: () throws -> Result
  ) rethrows -> Result {
    willSet(subject, keyPath: keyPath, property: property)
    defer { didSet(subject, keyPath: keyPath, property: property, isSaved: isSaved) }
    return try mutation()
  }

  // Equal writes are no changes: the overloads of Observation's own macro.
  /// Whether writing a property changes it. This is always assumed for types that can't be compared.
  public func shouldNotify<Member>(_ old: Member, _ new: Member) -> Bool { true }
  /// Whether the values differ.
  public func shouldNotify<Member: Equatable>(_ old: Member, _ new: Member) -> Bool { old != new }
  /// Whether they are different objects.
  public func shouldNotify<Member: AnyObject>(_ old: Member, _ new: Member) -> Bool { old !== new }
  /// Whether the objects differ according to `==`.
  public func shouldNotify<Member: Equatable & AnyObject>(_ old: Member, _ new: Member) -> Bool { old != new }
  /// Compares scalar by scalar: strings that are equal only after normalisation differ in a document.
  public func shouldNotify(_ old: String, _ new: String) -> Bool { !old.hasSameScalars(as: new) }
}
