extension Binding {
  /// A binding to what is in an optional; `nil` if there is nothing now. When the optional becomes `nil`, the last value
  /// stays, and what is written does not bring it back.
  public init?(_ base: Binding<Value?>) {
    guard let location = UnwrappedLocation(base.location) else { return nil }
    self.init(location)
  }

  /// A binding where an optional one is wanted. Writing `nil` changes nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(WrappingLocation(base.location))
  }

  /// Whether an optional has a value. `false` takes it away; `true` knows of none to put there and changes nothing.
  public init<Wrapped>(_ base: Binding<Wrapped?>) where Value == Bool {
    self.init(PresenceLocation(base.location))
  }

  /// The value as one of any type. Writing one of another type changes nothing.
  public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
    self.init(ErasedLocation(base.location))
  }

  /// The raw value of what is bound, as a control of whole numbers or texts wants it. One that stands for nothing is
  /// refused and changes nothing.
  public init<Represented: RawRepresentable>(rawValue base: Binding<Represented>) where Value == Represented.RawValue {
    self.init(RawValueLocation(base.location))
  }

  /// A binding to a part of what is in an optional. Writing `nil` clears the optional.
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: WritableKeyPath<Wrapped, Member>
  ) -> Binding<Member?> where Value == Wrapped? {
    Binding<Member?>(OptionalMemberLocation(location, keyPath))
  }

  /// A binding that writes only what differs by `isDuplicate`.
  public func removeDuplicates(by isDuplicate: @escaping (Value, Value) -> Bool) -> Binding<Value> {
    Binding(DistinctLocation(location, isDuplicate))
  }

  /// Does what a control does with a value from a client: an equal one is dropped, a senseless one refused.
  func change(to value: Value, unless isSame: (Value, Value) -> Bool) throws(EventRefusal) {
    if let refusal = location.refusal(of: value) { throw refusal }
    if !isSame(value, wrappedValue) { wrappedValue = value }
  }
}

extension Binding where Value: Equatable {
  /// A binding that writes only what differs. The properties of a model drop equal writes by themselves.
  public func removeDuplicates() -> Binding<Value> { removeDuplicates(by: ==) }

  func change(to value: Value) throws(EventRefusal) { try change(to: value, unless: ==) }
}

private final class ErasedLocation<Value: Hashable>: BindingLocation<AnyHashable> {
  private let base: BindingLocation<Value>

  init(_ base: BindingLocation<Value>) {
    self.base = base
    super.init(base.read())
  }

  override func read() -> AnyHashable { AnyHashable(base.read()) }
  override func write(_ value: AnyHashable) {
    guard let value = value.base as? Value else {
      return TurnContext.noteSenseless("A binding to a \(Value.self) was set to a \(type(of: value.base))")
    }
    base.write(value)
  }

  override func refusal(of value: AnyHashable) -> EventRefusal? {
    guard let value = value.base as? Value else { return .invalid("The value has the wrong type") }
    return base.refusal(of: value)
  }
}

private final class RawValueLocation<Represented: RawRepresentable>: BindingLocation<Represented.RawValue> {
  private let base: BindingLocation<Represented>

  init(_ base: BindingLocation<Represented>) {
    self.base = base
    super.init(base.read().rawValue)
  }

  override func read() -> Represented.RawValue { base.read().rawValue }
  override func write(_ value: Represented.RawValue) {
    guard let value = Represented(rawValue: value) else {
      return TurnContext.noteSenseless("A binding to a \(Represented.self) was set to an unknown raw value")
    }
    base.write(value)
  }

  override func refusal(of value: Represented.RawValue) -> EventRefusal? {
    guard let value = Represented(rawValue: value) else { return .invalid("There is no such value") }
    return base.refusal(of: value)
  }
}

private final class DistinctLocation<Value>: BindingLocation<Value> {
  private let base: BindingLocation<Value>
  private let isDuplicate: (Value, Value) -> Bool

  init(_ base: BindingLocation<Value>, _ isDuplicate: @escaping (Value, Value) -> Bool) {
    self.base = base
    self.isDuplicate = isDuplicate
    super.init(base.read())
  }

  override func read() -> Value { base.read() }
  override func write(_ value: Value) { if !isDuplicate(base.read(), value) { base.write(value) } }
  override func refusal(of value: Value) -> EventRefusal? { base.refusal(of: value) }
}
