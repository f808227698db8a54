import Oriel
import OrielDocument

/// The reason why a tenant or a member is not loaded: the store has whole values that this program can't decode.
///
/// Nothing is changed, so that a program that can decode them finds all of them.
package struct UndecodableState: Error, Equatable, CustomStringConvertible {
  package var owner: SavedOwner
  package var values: [UndecodableValue]

  package init(_ values: [UndecodableValue], of owner: SavedOwner) {
    self.owner = owner
    self.values = values
  }

  package var description: String {
    "The saved state of \(owner.words) can't be decoded, and nothing was changed: "
      + values.map(\.description).joined(separator: ". ")
  }
}

/// An object, a message, or the rows of a property, and what is wrong with it.
package struct UndecodableValue: Error, Equatable, CustomStringConvertible {
  package var what: String
  /// The rows that can't be decoded, and all of the property.
  package var rows: RowCount?
  package var failure: DecodingFailure

  package struct RowCount: Equatable, Sendable {
    package var failed: Int
    package var all: Int
  }

  package init(_ what: String, rows: RowCount? = nil, _ failure: DecodingFailure) {
    self.what = what
    self.rows = rows
    self.failure = failure
  }

  package var description: String {
    let count = rows.map { "\($0.failed) of \($0.all) rows of " } ?? ""
    return "\(count)\(what): \(failure.reason). \(failure.advice)"
  }
}

/// The property that can't be decoded, and what the author can do.
package struct DecodingFailure: Equatable, Sendable {
  package var reason: String
  package var advice: String

  private static let migration = "Write a migration"

  /// - Parameters:
  ///   - type: The type of the value that was decoded.
  ///   - property: The property of an object that has this value, if `type` is the object's.
  package init(_ error: any Error, in type: String, property: String? = nil) {
    func place(_ path: some Sequence<any CodingKey>) -> String? {
      let names = (property.map { [$0] } ?? []) + path.map { $0.intValue.map(String.init) ?? $0.stringValue }
      return names.isEmpty ? nil : "'\(names.joined(separator: "."))' of \(type)"
    }
    advice = Self.migration
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      reason = "\(place(context.codingPath + [key])!) is missing"
      let isOwn = property == nil && context.codingPath.isEmpty
      advice =
        "Add @SavedValue to \(isOwn ? type : "the struct that has '\(key.stringValue)'") and give "
        + "'\(key.stringValue)' a default, or write a migration"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      reason = "\(place(context.codingPath) ?? type): \(context.debugDescription.trimmed)"
    case SavedError.missing(let property):
      reason = "'\(property)' of \(type) is missing"
      advice = "Give '\(property)' a default, or write a migration"
    case SavedError.newerVersion(_, let version):
      reason = "version \(version) of it was saved by a later program"
      advice = "Start that program"
    default: reason = "\(place([]) ?? type): \(error)"
    }
  }
}

extension [TenantMessage] {
  /// Those that are of types of this program, which it can't decode. Those of other types wait in the store.
  func undecodable(types: SavedTypes) -> [UndecodableValue] {
    filter(\.isForObject).compactMap { message in
      do {
        _ = try MessageCoding.decode(message.bytes, types: types)
        return nil
      } catch {
        return error is DecodingError ? message.undecodable(error, types: types) : nil
      }
    }
  }
}

extension TenantMessage {
  func undecodable(_ error: any Error, types: SavedTypes) -> UndecodableValue {
    let type = MessageCoding.typeName(of: bytes, types: types)
    let kind = if case .timer = self { "scheduled" } else { "posted" }
    return UndecodableValue("a \(kind) \(type)", DecodingFailure(error, in: type))
  }
}

extension SavedOwner {
  /// The owner, for people.
  var words: String {
    let place = tenant == .app ? nil : "the tenant \"\(tenant.name)\""
    guard let user else { return place ?? "all users" }
    return "the user \"\(user.text)\"" + (place.map { " of \($0)" } ?? "")
  }
}

extension String {
  /// Without the full stop that ends it.
  fileprivate var trimmed: String { last == "." ? String(dropLast()) : self }
}
