/// Gives a struct that is saved as a value a new property without a migration: where the property was not saved, it has its
/// default, as in a model.
///
/// ```swift
/// @SavedValue struct Order: Codable, Identifiable, Sendable {
///   let id: Int
///   var title: String
///   var note = ""
/// }
/// ```
///
/// Use it for elements of ``Rows``, for structs in properties that are saved, and for messages that are posted or scheduled.
/// It writes `init(from:)`. A `var` with a default may be missing; an optional that is missing is `nil`. Every other
/// property must have been saved: otherwise the value can't be decoded, and the server doesn't start. A `let` with a value
/// keeps it. `CodingKeys` of your own are used.
@attached(extension, names: named(init(from:)))
public macro SavedValue() = #externalMacro(module: "OrielMacros", type: "SavedValueMacro")

/// Used by the code that `@SavedValue` writes.
extension KeyedDecodingContainer {
  /// Decodes a property that must have been saved.
  public func _value<Value: Decodable>(for key: Key) throws -> Value { try decode(Value.self, forKey: key) }

  /// Decodes an optional property; `nil` if it was not saved.
  public func _optional<Value: Decodable>(for key: Key) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: key)
  }

  /// Decodes a property that keeps its default if it was not saved.
  public func _restore<Value: Decodable>(_ value: inout Value, for key: Key) throws {
    if let saved = try decodeIfPresent(Value.self, forKey: key) { value = saved }
  }

  /// Decodes an optional property, whose default is not written in its declaration's type; `nil` if it was not saved.
  public func _restore<Value: Decodable>(_ value: inout Value?, for key: Key) throws {
    value = try decodeIfPresent(Value.self, forKey: key)
  }
}
