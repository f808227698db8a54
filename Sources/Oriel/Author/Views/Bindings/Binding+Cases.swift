/// Creates one case of an enumeration, and extracts its value.
public struct _EnumCase<Root, Value> {
  /// Creates the case from its associated value.
  public let embed: (Value) -> Root
  /// Extracts the associated value; `nil` for another case.
  public let extract: (Root) -> Value?

  /// Written by `@CaseBindable`.
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    self.embed = embed
    self.extract = extract
  }
}

/// An enumeration with bindings to its cases. Declare it with `@CaseBindable`.
///
/// ```swift
/// @CaseBindable enum Status: Codable { case inStock(quantity: Int), outOfStock(isOnBackOrder: Bool) }
///
/// switch bind(\.status).cases {
/// case .inStock(let quantity): Stepper("Quantity", value: quantity)
/// case .outOfStock(let isOnBackOrder): Toggle("On back order", isOn: isOnBackOrder)
/// }
/// ```
public protocol CaseBindable {
  /// A property for each case.
  associatedtype Cases
  /// An enumeration with the same cases, each with a binding to its associated value.
  associatedtype CaseBindings

  /// The cases by their names, such as `\.inStock`.
  static var cases: Cases { get }
  static func _bindings(to binding: Binding<Self>) -> CaseBindings
}

extension Binding where Value: CaseBindable {
  /// A binding to the associated value of the current case.
  public var cases: Value.CaseBindings { Value._bindings(to: self) }

  /// A binding to the associated value of this case; `nil` if it is not the current one. Once the case is no longer
  /// current, writes change nothing.
  public func `case`<Member>(_ enumCase: KeyPath<Value.Cases, _EnumCase<Value, Member>>) -> Binding<Member>? {
    let enumCase = Value.cases[keyPath: enumCase]
    return enumCase.extract(wrappedValue).map { _case(enumCase, $0) }
  }

  /// Short for `case(_:)`: `bind(\.status).inStock`.
  public subscript<Member>(dynamicMember enumCase: KeyPath<Value.Cases, _EnumCase<Value, Member>>) -> Binding<Member>? {
    self.case(enumCase)
  }

  /// Used by the code that the macro writes.
  public func _case<Member>(_ enumCase: _EnumCase<Value, Member>, _ value: Member) -> Binding<Member> {
    Binding<Member>(CaseLocation(location, enumCase, value))
  }
}

extension Binding {
  /// A binding to the associated value of this case of an optional enumeration. Writes have an effect only while the
  /// case is current; `nil` sets the optional to `nil`.
  public func `case`<Root: CaseBindable, Member>(
    _ enumCase: KeyPath<Root.Cases, _EnumCase<Root, Member>>
  ) -> Binding<Member?> where Value == Root? {
    Binding<Member?>(OptionalCaseLocation(location, Root.cases[keyPath: enumCase], named: enumCase))
  }

  /// Whether this case, which has no associated value, is the current one. Writing `false` sets the optional to `nil`
  /// if it is; writing `true` changes nothing.
  public func `case`<Root: CaseBindable>(
    _ enumCase: KeyPath<Root.Cases, _EnumCase<Root, Void>>
  ) -> Binding<Bool> where Value == Root? {
    Binding<Bool>(PresenceLocation(OptionalCaseLocation(location, Root.cases[keyPath: enumCase], named: enumCase)))
  }

  /// Short for `case(_:)`: `bind(\.destination).edit`.
  public subscript<Root: CaseBindable, Member>(
    dynamicMember enumCase: KeyPath<Root.Cases, _EnumCase<Root, Member>>
  ) -> Binding<Member?> where Value == Root? {
    self.case(enumCase)
  }

  /// Short for `case(_:)`, for a case without an associated value.
  public subscript<Root: CaseBindable>(
    dynamicMember enumCase: KeyPath<Root.Cases, _EnumCase<Root, Void>>
  ) -> Binding<Bool> where Value == Root? {
    self.case(enumCase)
  }
}
