/// Collects values from a closure with `if`, `switch` and `for`: a question's buttons, a table's columns.
@resultBuilder
public enum ArrayBuilder<Element> {
  /// A value is a statement.
  public static func buildExpression(_ element: Element) -> [Element] { [element] }
  /// So are several, such as those of a property with this builder.
  public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
  /// Statements one after another.
  public static func buildBlock(_ parts: [Element]...) -> [Element] { parts.flatMap { $0 } }
  /// The values of an `if` without `else`.
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  /// The values of an `if`.
  public static func buildEither(first part: [Element]) -> [Element] { part }
  /// The values of its `else`.
  public static func buildEither(second part: [Element]) -> [Element] { part }
  /// The values of a loop.
  public static func buildArray(_ parts: [[Element]]) -> [Element] { parts.flatMap { $0 } }
  /// The values of an `if #available`.
  public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }
}
