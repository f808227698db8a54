/// A property by which ``ArchivedRows`` are filtered and sorted.
public struct ArchiveKey<Element>: Sendable {
  let name: String
  let property: any PartialKeyPath<Element> & Sendable
  let bytes: @Sendable (Element) -> [UInt8]

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - name: The key's name in the store. With another name, all rows are written again.
  ///   - property: The property.
  public init<Value: ArchiveKeyValue>(_ name: String, _ property: any KeyPath<Element, Value> & Sendable) {
    self.name = name
    self.property = property
    bytes = { $0[keyPath: property].archiveKey.bytes }
  }
}

/// A value that can be a key of ``ArchivedRows``: a number, a text, a date, a truth value or an optional of these.
///
/// A type of the app's is one by giving another value's key:
///
/// ```swift
/// extension Priority: ArchiveKeyValue {
///   var archiveKey: ArchiveKeyBytes { rawValue.archiveKey }
/// }
/// ```
public protocol ArchiveKeyValue: Sendable {
  /// The value in the order of keys.
  var archiveKey: ArchiveKeyBytes { get }
}

/// Says which of ``ArchivedRows`` are meant.
///
/// ```swift
/// let filter = ArchiveFilter<Conversation>.where(\.customer, is: "Ada").where(\.closedAt, in: monday...sunday)
/// ```
public struct ArchiveFilter<Element>: Hashable, Sendable {
  struct Condition: Hashable, Sendable {
    let property: any PartialKeyPath<Element> & Hashable & Sendable
    let from: [UInt8]
    /// The first key that is not meant.
    let to: [UInt8]

    static func == (first: Condition, second: Condition) -> Bool {
      first.property as PartialKeyPath<Element> == second.property && first.from == second.from && first.to == second.to
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(property)
      hasher.combine(from)
      hasher.combine(to)
    }
  }

  let conditions: [Condition]

  /// All rows.
  public static var all: ArchiveFilter { ArchiveFilter(conditions: []) }

  /// The rows with this value.
  public static func `where`<Value: ArchiveKeyValue>(
    _ property: any KeyPath<Element, Value> & Sendable, is value: Value
  ) -> ArchiveFilter { all.where(property, is: value) }

  /// The rows with a value in this range.
  public static func `where`<Value: ArchiveKeyValue & Comparable>(
    _ property: any KeyPath<Element, Value> & Sendable, in range: ClosedRange<Value>
  ) -> ArchiveFilter { all.where(property, in: range) }

  /// The rows with a value in this range; those without a value are not meant.
  public static func `where`<Value: ArchiveKeyValue & Comparable>(
    _ property: any KeyPath<Element, Value?> & Sendable, in range: ClosedRange<Value>
  ) -> ArchiveFilter { all.where(property, in: range) }

  /// The rows whose text begins like this. Upper and lower case and accents make no difference.
  public static func `where`(
    _ property: any KeyPath<Element, String> & Sendable, hasPrefix text: String
  ) -> ArchiveFilter { all.where(property, hasPrefix: text) }

  /// The rows whose text begins like this; those without a text are not meant.
  public static func `where`(
    _ property: any KeyPath<Element, String?> & Sendable, hasPrefix text: String
  ) -> ArchiveFilter { all.where(property, hasPrefix: text) }

  /// Those that also have this value.
  public func `where`<Value: ArchiveKeyValue>(
    _ property: any KeyPath<Element, Value> & Sendable, is value: Value
  ) -> ArchiveFilter {
    let key = value.archiveKey
    return adding(property, from: key.bytes, to: key.bytes + [0])
  }

  /// Those that also have a value in this range.
  public func `where`<Value: ArchiveKeyValue & Comparable>(
    _ property: any KeyPath<Element, Value> & Sendable, in range: ClosedRange<Value>
  ) -> ArchiveFilter {
    adding(property, from: range.lowerBound.archiveKey.lowest, to: range.upperBound.archiveKey.afterHighest)
  }

  /// Those that also have a value in this range; those without a value are not meant.
  public func `where`<Value: ArchiveKeyValue & Comparable>(
    _ property: any KeyPath<Element, Value?> & Sendable, in range: ClosedRange<Value>
  ) -> ArchiveFilter {
    adding(property, from: range.lowerBound.archiveKey.lowest, to: range.upperBound.archiveKey.afterHighest)
  }

  /// Those whose text also begins like this. Upper and lower case and accents make no difference.
  public func `where`(_ property: any KeyPath<Element, String> & Sendable, hasPrefix text: String) -> ArchiveFilter {
    let prefix = ArchiveKeyBytes.prefix(of: text)
    return adding(property, from: prefix, to: ArchiveKeyBytes.after(prefix))
  }

  /// Those whose text also begins like this; those without a text are not meant.
  public func `where`(_ property: any KeyPath<Element, String?> & Sendable, hasPrefix text: String) -> ArchiveFilter {
    let prefix = ArchiveKeyBytes.prefix(of: text)
    return adding(property, from: prefix, to: ArchiveKeyBytes.after(prefix))
  }

  private func adding(
    _ property: any PartialKeyPath<Element> & Sendable, from: [UInt8], to: [UInt8]
  ) -> ArchiveFilter {
    ArchiveFilter(conditions: conditions + [Condition(property: property, from: from, to: to)])
  }

  private init(conditions: [Condition]) { self.conditions = conditions }
}
