import OrielDocument

/// What goes along with a change: how it moves, or that it doesn't.
///
/// Each command carries one; what surrounds it, `withAnimation` or `withTransaction`, overrides what the command
/// brings. Every operation of the patch carries that of the change it comes from, so that two commands of one turn keep
/// their own.
public struct Transaction {
  /// How changes move; `nil` where nobody said.
  public var animation: Animation?
  /// Changes show at once.
  public var disablesAnimations = false
  /// How screens give way; on the way back, instead of the forward transition in reverse.
  public var transition: Transition?
  var completion: AnimationCompletion?
  private var values: [ObjectIdentifier: Any] = [:]

  /// Says nothing yet.
  public init() {}

  /// - Parameter animation: `nil` disables animations: changes show at once.
  public init(animation: Animation?) {
    self.animation = animation
    disablesAnimations = animation == nil
  }

  /// A value of the app's own that goes along; read with `Transaction.current`.
  public subscript<Key: TransactionKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  var isEmpty: Bool {
    animation == nil && !disablesAnimations && transition == nil && completion == nil && values.isEmpty
  }

  /// The change in progress. Empty where nobody said anything.
  public static var current: Transaction { ambient ?? Transaction() }

  // On the hub only; task-local storage wants it Sendable.
  @TaskLocal static var storage: Box?

  static var ambient: Transaction? { storage?.transaction }

  final class Box: Sendable {
    nonisolated(unsafe) let transaction: Transaction
    init(_ transaction: Transaction) { self.transaction = transaction }
  }

  /// Inner says more than outer: what this one sets stays, the rest is the other's.
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

  /// How a client moves what changes; nothing where it does what it always does.
  var rendered: JSONValue? {
    guard animation != nil || disablesAnimations || transition != nil else { return nil }
    var members = disablesAnimations && animation == nil ? ["name": "none"] : (animation ?? .default).rendered
    if !disablesAnimations || animation != nil { members["transition"] = transition?.rendered }
    return .object(members)
  }

  /// Whether it takes time.
  var length: Int64 {
    guard let animation else { return disablesAnimations || transition == nil ? 0 : Animation.default.length }
    return animation.length
  }
}

/// The type of a value in a ``Transaction``.
public protocol TransactionKey {
  /// What goes along.
  associatedtype Value
  /// What it is where nobody said anything.
  static var defaultValue: Value { get }
}

/// Runs changes as part of a transaction; nested ones merge, the inner says more.
public func withTransaction(_ transaction: Transaction, _ body: () throws -> Void) rethrows {
  let merged = transaction.overlaid(on: .current)
  try Transaction.$storage.withValue(Transaction.Box(merged), operation: body)
}

/// Runs changes that move by this animation, or, with `nil`, at once.
public func withAnimation(_ animation: Animation? = .default, _ body: () throws -> Void) rethrows {
  try withTransaction(Transaction(animation: animation), body)
}

/// Runs changes that move by this animation, and then `completion`: once, when they have arrived, and at once where
/// nothing moved.
///
/// The page says when a screen has arrived; of all else, and where no page looks, the server's clock knows.
public func withAnimation(
  _ animation: Animation? = .default, _ body: () throws -> Void, completion: @escaping () -> Void
) rethrows {
  var transaction = Transaction(animation: animation)
  let awaited = AnimationCompletion(completion)
  transaction.completion = awaited
  try withTransaction(transaction, body)
  if !awaited.isAwaited { awaited.fire() }
}

/// Something to do once, after a change has been shown.
final class AnimationCompletion {
  private var action: (() -> Void)?
  /// A graph will fire it.
  var isAwaited = false

  init(_ action: @escaping () -> Void) { self.action = action }

  func fire() {
    let action = action
    self.action = nil
    action?()
  }
}
