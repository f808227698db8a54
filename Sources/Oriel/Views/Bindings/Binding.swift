/// A way to read and write a value that someone else owns, such as a property of a model.
///
/// A binding is used where it was made: on the hub of its window. It keeps no model alive.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
  let location: BindingLocation<Value>

  init(_ location: BindingLocation<Value>) {
    self.location = location
  }

  /// - Parameters:
  ///   - get: reads the value. Called when the binding is made, and whenever it is read.
  ///   - set: writes the value.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    location = ComputedLocation(get: get, set: set)
  }

  /// What `$value` in a closure's parameters makes.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// A binding that always reads the same and ignores what is written.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(BindingLocation(value))
  }

  /// The value, read and written where it is owned. Once its owner is gone, it is what was read last, and writing does
  /// nothing.
  public var wrappedValue: Value {
    get { location.read() }
    nonmutating set { location.write(newValue) }
  }

  /// The binding itself: `$value` of a property that is one.
  public var projectedValue: Binding<Value> { self }

  /// A binding to a part of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
    Binding<Member>(MemberLocation(location, keyPath))
  }
}
