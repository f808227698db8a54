/// Reads and writes a value owned elsewhere, such as a property of a model.
///
/// Use a binding only on the hub of its window. It doesn't keep the model alive.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  let location: BindingLocation<Value>

  init(_ location: BindingLocation<Value>) {
    self.location = location
  }

  /// - Parameters:
  ///   - get: Reads the value. Called when the binding is created and whenever it is read.
  ///   - set: Writes the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = ComputedLocation(get: get, set: set)
  }

  /// Creates the binding of `$value` in a closure's parameters.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Creates a binding to a constant, which ignores writes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(BindingLocation(value))
  }

  /// The value, read from and written to its owner. Once the owner is gone, reading returns the last value and writing
  /// does nothing.
  public var wrappedValue: Value {
    get { location.read() }
    nonmutating set { location.write(newValue) }
  }

  /// The binding itself, for `$value`.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a member of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(MemberLocation(location, keyPath))
  }
}
