/// The value of an optional. When the optional becomes `nil`, the last value stays, and writes are kept here and don't
/// bring the optional back.
final class UnwrappedLocation<Value>: BindingLocation<Value> {
  private let base: BindingLocation<Value?>

  init?(_ base: BindingLocation<Value?>) {
    guard let value = base.read() else { return nil }
    self.base = base
    super.init(value)
  }

  override func read() -> Value {
    if let value = base.read() { last = value }
    return last
  }

  override func write(_ value: Value) {
    if base.read() != nil { base.write(value) }
    last = value
  }

  override func refusal(of value: Value) -> EventRefusal? {
    base.read() == nil ? .stale : base.refusal(of: value)
  }
}

/// Whether an optional has a value. Writing `false` sets it to `nil`; writing `true` changes nothing, because there is
/// no value to set.
final class PresenceLocation<Wrapped>: BindingLocation<Bool> {
  private let base: BindingLocation<Wrapped?>

  init(_ base: BindingLocation<Wrapped?>) {
    self.base = base
    super.init(base.read() != nil)
  }

  override func read() -> Bool { base.read() != nil }
  override func write(_ value: Bool) {
    if !value, read() { base.write(nil) }
    if value, !read() {
      TurnContext.reportMisuse("A binding can't be made true: there is no \(Wrapped.self) to put there")
    }
  }

  override func refusal(of value: Bool) -> EventRefusal? {
    if value { return read() ? nil : .invalid("There is nothing to show") }
    return read() ? base.refusal(of: nil) : nil
  }

  override var identity: [AnyHashable] { base.identity }
}

/// A value as an optional. Writing `nil` changes nothing.
final class WrappingLocation<Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Value>

  init(_ base: BindingLocation<Value>) {
    self.base = base
    super.init(base.read())
  }

  override func read() -> Value? { base.read() }
  override func write(_ value: Value?) { if let value { base.write(value) } }

  override func refusal(of value: Value?) -> EventRefusal? {
    guard let value else { return .invalid("A value is needed") }
    return base.refusal(of: value)
  }
}

/// A member of an optional's value. Writing `nil` sets the optional to `nil`, after which other writes have no effect.
final class OptionalMemberLocation<Wrapped, Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Wrapped?>
  private let keyPath: WritableKeyPath<Wrapped, Value>

  init(_ base: BindingLocation<Wrapped?>, _ keyPath: WritableKeyPath<Wrapped, Value>) {
    self.base = base
    self.keyPath = keyPath
    super.init(base.read()?[keyPath: keyPath])
  }

  override func read() -> Value? { base.read()?[keyPath: keyPath] }

  override func write(_ value: Value?) {
    guard var whole = base.read() else { return }
    guard let value else { return base.write(nil) }
    whole[keyPath: keyPath] = value
    base.write(whole)
  }

  override func refusal(of value: Value?) -> EventRefusal? { base.read() == nil ? .stale : nil }
  override var identity: [AnyHashable] { base.identity + [keyPath] }
}
