/// The place that a binding reads and writes. This base class is a constant, which ignores writes.
///
/// There is one object for each binding, without closures, because bindings are created at every evaluation of a
/// `body`.
class BindingLocation<Value> {
  /// The last value read, for when the owner is gone.
  final var last: Value

  init(_ value: Value) {
    last = value
  }

  func read() -> Value { last }
  func write(_ value: Value) {}

  /// The reason why writing this value would have no effect, other than being equal. The client that sent it is told.
  func refusal(of value: Value) -> EventRefusal? { nil }

  /// The objection that the client is told although the value was written: it is not the one that the user meant.
  func complaint(about value: Value) -> EventRefusal? { nil }

  /// Equal for two locations of the same place. By default, every location is its own place.
  var identity: [AnyHashable] { [ObjectIdentifier(self)] }
}

/// A value read and written by two closures.
final class ComputedLocation<Value>: BindingLocation<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
    super.init(get())
  }

  override func read() -> Value { get() }
  override func write(_ value: Value) { set(value) }
}

/// A property of an object that the binding doesn't keep alive, because a child with a binding to its parent would
/// create a cycle. Once the owner is gone, reading returns the last value and writing does nothing.
final class PropertyLocation<Owner: AnyObject, Value>: BindingLocation<Value> {
  private weak var owner: Owner?
  private let keyPath: ReferenceWritableKeyPath<Owner, Value>

  init(_ owner: Owner, _ keyPath: ReferenceWritableKeyPath<Owner, Value>) {
    self.owner = owner
    self.keyPath = keyPath
    super.init(owner[keyPath: keyPath])
  }

  override func read() -> Value {
    if let owner { last = owner[keyPath: keyPath] }
    return last
  }

  override func write(_ value: Value) {
    guard let owner else { return }
    owner[keyPath: keyPath] = value
    last = owner[keyPath: keyPath]
  }

  override var identity: [AnyHashable] { [owner.map { ObjectIdentifier($0) }, keyPath] }
}

/// A member of another binding's value.
final class MemberLocation<Whole, Value>: BindingLocation<Value> {
  private let whole: BindingLocation<Whole>
  private let keyPath: WritableKeyPath<Whole, Value>

  init(_ whole: BindingLocation<Whole>, _ keyPath: WritableKeyPath<Whole, Value>) {
    self.whole = whole
    self.keyPath = keyPath
    super.init(whole.read()[keyPath: keyPath])
  }

  override func read() -> Value { whole.read()[keyPath: keyPath] }
  override func write(_ value: Value) { whole.write(changed(to: value)) }
  override func refusal(of value: Value) -> EventRefusal? { whole.refusal(of: changed(to: value)) }
  override var identity: [AnyHashable] { whole.identity + [keyPath] }

  private func changed(to value: Value) -> Whole {
    var changed = whole.read()
    changed[keyPath: keyPath] = value
    return changed
  }
}
