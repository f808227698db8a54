extension Binding {
  /// Creates a binding to the value of an optional; `nil` if there is none now. When the optional becomes `nil`, the
  /// binding keeps the last value, and writes don't bring it back.
  public init?(_ base: Binding<Value?>) {
    guard let location = UnwrappedLocation(base.location) else { return nil }
    self.init(location)
  }

  /// Creates an optional binding from one that is not. Writing `nil` changes nothing.
  public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
    self.init(WrappingLocation(base.location))
  }

  /// Whether an optional has a value. Writing `false` sets it to `nil`; writing `true` changes nothing, because there
  /// is no value to set.
  public init<Wrapped>(_ base: Binding<Wrapped?>) where Value == Bool {
    self.init(PresenceLocation(base.location))
  }

  /// Creates a type-erased binding. Writing a value of another type changes nothing.
  public init<Wrapped: Hashable>(_ base: Binding<Wrapped>) where Value == AnyHashable {
    self.init(ErasedLocation(base.location))
  }

  /// Creates a binding to the raw value, for controls of integers or strings. An invalid raw value is refused and
  /// changes nothing.
  public init<Represented: RawRepresentable>(rawValue base: Binding<Represented>) where Value == Represented.RawValue {
    self.init(RawValueLocation(base.location))
  }

  /// A binding to a member of an optional's value. Writing `nil` sets the optional to `nil`.
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: WritableKeyPath<Wrapped, Member>
  ) -> Binding<Member?> where Value == Wrapped? {
    Binding<Member?>(OptionalMemberLocation(location, keyPath))
  }

  /// Returns a binding that ignores writes of duplicates, as decided by `isDuplicate`.
  public func removeDuplicates(by isDuplicate: @escaping (Value, Value) -> Bool) -> Binding<Value> {
    Binding(DistinctLocation(location, isDuplicate))
  }

  /// A binding whose writes are part of this transaction, unless a transaction surrounds the write. With it, a control's
  /// changes move.
  ///
  /// ```swift
  /// Toggle("Details", isOn: bind(\.showsDetails).animation())
  /// ```
  public func transaction(_ transaction: Transaction) -> Binding<Value> {
    Binding(TransactionLocation(location, transaction))
  }

  /// A binding whose writes move by this animation, or are not animated if it is `nil`, unless a transaction surrounds the
  /// write.
  public func animation(_ animation: Animation? = .default) -> Binding<Value> {
    transaction(Transaction(animation: animation))
  }

  /// Handles a value from a client's control: an equal value is dropped, an invalid one refused.
  func change(to value: Value, unless isSame: (Value, Value) -> Bool) throws(EventRefusal) {
    if let refusal = location.refusal(of: value) { throw refusal }
    if !isSame(value, wrappedValue) { wrappedValue = value }
  }
}

extension Binding where Value: Equatable {
  /// Returns a binding that ignores writes of equal values. The properties of a model ignore them in any case.
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
      return TurnContext.reportMisuse("A binding to a \(Value.self) was set to a \(type(of: value.base))")
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
      return TurnContext.reportMisuse("A binding to a \(Represented.self) was set to an unknown raw value")
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

/// Writes as part of a transaction if no other surrounds the write. A second one adds to the first.
private final class TransactionLocation<Value>: BindingLocation<Value> {
  private let base: BindingLocation<Value>
  private let transaction: Transaction

  init(_ base: BindingLocation<Value>, _ transaction: Transaction) {
    let former = base as? TransactionLocation
    self.base = former?.base ?? base
    self.transaction = former.map { transaction.overlaid(on: $0.transaction) } ?? transaction
    super.init(base.read())
  }

  override func read() -> Value { base.read() }

  override func write(_ value: Value) {
    guard Transaction.current.isEmpty else { return base.write(value) }
    withTransaction(transaction) { base.write(value) }
  }

  override func refusal(of value: Value) -> EventRefusal? { base.refusal(of: value) }
  override var identity: [AnyHashable] { base.identity }
}
