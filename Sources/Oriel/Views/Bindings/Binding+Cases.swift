/// How to make one case of an enumeration, and how to look into it.
public struct EnumCase<Root, Value> {
  /// Makes the case of what it carries.
  public let embed: (Value) -> Root
  /// What it carries; `nil` of another case.
  public let extract: (Root) -> Value?

  /// Written by `@CaseBindable`.
  public init(embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?) {
    self.embed = embed
    self.extract = extract
  }
}

/// An enumeration whose cases can be bound to. Write it with `@CaseBindable`.
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
  /// An enumeration of the same cases, each with a binding to what it carries.
  associatedtype CaseBindings

  /// The cases by their names: `\.inStock` leads to one.
  static var cases: Cases { get }
  static func _bindings(to binding: Binding<Self>) -> CaseBindings
}

extension Binding where Value: CaseBindable {
  /// A binding to what the current case carries.
  public var cases: Value.CaseBindings { Value._bindings(to: self) }

  /// A binding to what this case carries; `nil` if it is not the current one. When it is that no more, what is written
  /// changes nothing.
  public func `case`<Member>(_ enumCase: KeyPath<Value.Cases, EnumCase<Value, Member>>) -> Binding<Member>? {
    let enumCase = Value.cases[keyPath: enumCase]
    return enumCase.extract(wrappedValue).map { _case(enumCase, $0) }
  }

  /// The same as `case(_:)`, in fewer letters: `bind(\.status).inStock`.
  public subscript<Member>(dynamicMember enumCase: KeyPath<Value.Cases, EnumCase<Value, Member>>) -> Binding<Member>? {
    self.case(enumCase)
  }

  /// Used by the code that the macro writes.
  public func _case<Member>(_ enumCase: EnumCase<Value, Member>, _ value: Member) -> Binding<Member> {
    Binding<Member>(CaseLocation(location, enumCase, value))
  }
}

extension Binding {
  /// A binding to what this case of an optional enumeration carries. Only while the case is the current one does writing
  /// change something; `nil` clears the whole.
  public func `case`<Root: CaseBindable, Member>(
    _ enumCase: KeyPath<Root.Cases, EnumCase<Root, Member>>
  ) -> Binding<Member?> where Value == Root? {
    Binding<Member?>(OptionalCaseLocation(location, Root.cases[keyPath: enumCase]))
  }

  /// Whether this case, which carries nothing, is the current one. `false` clears the whole if it is; `true` changes
  /// nothing.
  public func `case`<Root: CaseBindable>(
    _ enumCase: KeyPath<Root.Cases, EnumCase<Root, Void>>
  ) -> Binding<Bool> where Value == Root? {
    Binding<Bool>(PresenceLocation(OptionalCaseLocation(location, Root.cases[keyPath: enumCase])))
  }

  /// The same as `case(_:)`, in fewer letters: `bind(\.destination).edit`.
  public subscript<Root: CaseBindable, Member>(
    dynamicMember enumCase: KeyPath<Root.Cases, EnumCase<Root, Member>>
  ) -> Binding<Member?> where Value == Root? {
    self.case(enumCase)
  }

  /// The same as `case(_:)`, for a case that carries nothing.
  public subscript<Root: CaseBindable>(
    dynamicMember enumCase: KeyPath<Root.Cases, EnumCase<Root, Void>>
  ) -> Binding<Bool> where Value == Root? {
    self.case(enumCase)
  }
}
