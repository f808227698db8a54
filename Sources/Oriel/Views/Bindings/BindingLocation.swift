/// Where a binding reads and writes. This one is a constant; writing to it does nothing.
///
/// One object for each binding, and no closures of ours: bindings are made anew at every evaluation of a `body`.
class BindingLocation<Value> {
  /// What was read last, for when the owner is gone.
  final var last: Value

  init(_ value: Value) {
    last = value
  }

  func read() -> Value { last }
  func write(_ value: Value) {}

  /// Why writing this value would change nothing, if it is not for being the same: what the client hears that sent it.
  func refusal(of value: Value) -> EventRefusal? { nil }
}

/// A value that two closures read and write.
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

/// A property of an object that the binding does not keep alive: a child that holds a binding to its parent would make
/// a cycle of the two. When the owner is gone, reading gives the last value and writing does nothing.
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
}

/// A part of what another binding reads and writes.
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

  private func changed(to value: Value) -> Whole {
    var changed = whole.read()
    changed[keyPath: keyPath] = value
    return changed
  }
}
