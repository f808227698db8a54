import OrielDocument

/// The context of a change: how it is animated, if at all.
///
/// Each command can carry a transaction; a surrounding `withAnimation` or `withTransaction` overrides it. Every
/// operation of the patch has the transaction of its change, so that two commands in one turn keep their own.
public struct Transaction {
  /// The animation of changes; `nil` leaves it to the client.
  public var animation: Animation?
  /// Whether changes appear without animation.
  public var disablesAnimations = false
  /// The transition between screens; on the way back, it replaces the reversed forward transition.
  public var transition: Transition?
  var completion: AnimationCompletion?
  private var values: [ObjectIdentifier: Any] = [:]

  /// Creates an empty transaction.
  public init() {}

  /// - Parameter animation: The animation of changes; `nil` disables animation.
  public init(animation: Animation?) {
    self.animation = animation
    disablesAnimations = animation == nil
  }

  /// A custom value of the transaction; read it with `Transaction.current`.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  var isEmpty: Bool {
    animation == nil && !disablesAnimations && transition == nil && completion == nil && values.isEmpty
  }

  /// The transaction of the current change; empty by default.
  public static var current: Transaction { ambient ?? Transaction() }

  // Used on the hub only; task-local storage requires it to be Sendable.
  @TaskLocal static var storage: Box?

  static var ambient: Transaction? { storage?.transaction }

  final class Box: Sendable {
    nonisolated(unsafe) let transaction: Transaction  // Guard: used on the hub only.
    init(_ transaction: Transaction) { self.transaction = transaction }
  }

  /// Merges two transactions: values set by this, inner one win over those of the outer one.
  func overlaid(on outer: Transaction) -> Transaction {
    var merged = self
    if animation == nil, !disablesAnimations {
      merged.animation = outer.animation
      merged.disablesAnimations = outer.disablesAnimations
    }
    merged.transition = transition ?? outer.transition
    merged.completion = completion ?? outer.completion
    merged.values = outer.values.merging(values) { $1 }
    return merged
  }

  /// The form sent to the client; `nil` for its default behaviour.
  var rendered: JSONValue? {
    guard animation != nil || disablesAnimations || transition != nil else { return nil }
    var members = disablesAnimations && animation == nil ? ["name": "none"] : (animation ?? .default).rendered
    if !disablesAnimations || animation != nil { members["transition"] = transition?.rendered }
    return .object(members)
  }

  /// The time that it takes, in milliseconds.
  var length: Int64 {
    guard let animation else { return disablesAnimations || transition == nil ? 0 : Animation.default.length }
    return animation.length
  }
}

/// The type of a value in a ``Transaction``.
public protocol TransactionKey {
  /// The type of the value.
  associatedtype Value
  /// The value if none was set.
  static var defaultValue: Value { get }
}

/// Makes changes with a transaction. Nested transactions merge, and the inner one wins.
public func withTransaction(_ transaction: Transaction, _ body: () throws -> Void) rethrows {
  let merged = transaction.overlaid(on: .current)
  try Transaction.$storage.withValue(Transaction.Box(merged), operation: body)
}

/// Makes changes with this animation; `nil` disables animation.
public func withAnimation(_ animation: Animation? = .default, _ body: () throws -> Void) rethrows {
  try withTransaction(Transaction(animation: animation), body)
}

/// Makes changes with this animation and then calls `completion`, exactly once: when the animation has ended, or at
/// once if nothing was animated.
///
/// The page reports when a screen has arrived. For all other changes, and without a page, the server's clock decides.
public func withAnimation(
  _ animation: Animation? = .default, _ body: () throws -> Void, completion: @escaping () -> Void
) rethrows {
  var transaction = Transaction(animation: animation)
  let awaited = AnimationCompletion(completion)
  transaction.completion = awaited
  try withTransaction(transaction, body)
  if !awaited.isAwaited { awaited.fire() }
}

/// An action performed once, after a change has been shown.
final class AnimationCompletion {
  private var action: (() -> Void)?
  /// Whether a graph will fire it.
  var isAwaited = false

  init(_ action: @escaping () -> Void) { self.action = action }

  func fire() {
    let action = action
    self.action = nil
    action?()
  }
}
