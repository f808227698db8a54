/// The associated value of one case, while that case is current. Later writes are kept here and change nothing.
final class CaseLocation<Root, Value>: BindingLocation<Value> {
  private let base: BindingLocation<Root>
  private let enumCase: _EnumCase<Root, Value>

  init(_ base: BindingLocation<Root>, _ enumCase: _EnumCase<Root, Value>, _ value: Value) {
    self.base = base
    self.enumCase = enumCase
    super.init(value)
  }

  override func read() -> Value {
    if let value = enumCase.extract(base.read()) { last = value }
    return last
  }

  override func write(_ value: Value) {
    if isCurrent { base.write(enumCase.embed(value)) }
    last = value
  }

  override func refusal(of value: Value) -> EventRefusal? {
    isCurrent ? base.refusal(of: enumCase.embed(value)) : .stale
  }

  private var isCurrent: Bool { enumCase.extract(base.read()) != nil }
}

/// The associated value of one case of an optional enumeration; `nil` while another case is current. Writes have an
/// effect only while the case is current; `nil` sets the optional to `nil`.
final class OptionalCaseLocation<Root, Value>: BindingLocation<Value?> {
  private let base: BindingLocation<Root?>
  private let enumCase: _EnumCase<Root, Value>
  private let name: AnyKeyPath

  init(_ base: BindingLocation<Root?>, _ enumCase: _EnumCase<Root, Value>, named name: AnyKeyPath) {
    self.base = base
    self.enumCase = enumCase
    self.name = name
    super.init(base.read().flatMap(enumCase.extract))
  }

  override func read() -> Value? { base.read().flatMap(enumCase.extract) }
  override func write(_ value: Value?) { if read() != nil { base.write(value.map(enumCase.embed)) } }
  override func refusal(of value: Value?) -> EventRefusal? { read() == nil ? .stale : nil }
  override var identity: [AnyHashable] { base.identity + [name] }
}
