import OrielDocument

/// Those who share state: an organisation, a desk, a room. Users of one tenant share its objects; users of different
/// tenants share nothing.
///
/// ```swift
/// let acme: Tenant = "acme"
/// ```
public struct Tenant: Hashable, Sendable, TextCodable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name: 1 to 64 characters of `A-Z a-z 0-9 . _ - :`; empty for ``app``.
  public let id: String

  /// - Returns: `nil` unless the name has 1 to 64 characters of `A-Z a-z 0-9 . _ - :`.
  public init?(_ id: String) {
    guard Self.isName(id) else { return nil }
    self.id = id
  }

  /// A tenant whose name is written in the code. A name with other characters ends the program.
  public init(stringLiteral id: String) {
    precondition(Self.isName(id), "\"\(id)\" is no tenant's name: it has 1 to 64 of A-Z a-z 0-9 . _ - :")
    self.id = id
  }

  private init(reserved id: String) { self.id = id }

  /// The tenant of an app whose users all share.
  public static let app = Tenant(reserved: "")

  /// The home of windows with the tenancy `everywhere`, which belong to no tenant. Nothing of it is saved.
  package static let everywhere = Tenant(reserved: "/everywhere")

  /// The tenant of one user, where users share nothing.
  public static func user(_ id: String) -> Tenant { Tenant(reserved: "~\(id)") }

  /// Whether it is one user's own.
  package var isOfUser: Bool { id.utf8.first == UInt8(ascii: "~") }

  /// A tenant as the store has it.
  package init(stored id: String) { self.id = id }

  init?(saved id: String) {
    guard id.isEmpty || id.utf8.first == UInt8(ascii: "~") || Self.isName(id) else { return nil }
    self.id = id
  }

  var saved: String { id }

  public var description: String { id }

  private static func isName(_ id: String) -> Bool {
    (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: ":"):
          true
        default: false
        }
      }
  }

  /// Whether both names are the same Unicode scalars.
  public static func == (left: Tenant, right: Tenant) -> Bool { left.id.hasSameScalars(as: right.id) }
  /// Hashes the name's Unicode scalars.
  public func hash(into hasher: inout Hasher) { hasher.combine(scalarsOf: id) }
}
