import struct FoundationEssentials.Date

/// A value as bytes that are in the value's order, so that every database compares them alike.
public struct ArchiveKeyBytes: Hashable, Sendable {
  let bytes: [UInt8]
  /// How many of them decide the order of texts; the others tell equal ones apart.
  private let ordering: Int

  private init(_ bytes: [UInt8], ordering: Int? = nil) {
    self.bytes = bytes
    self.ordering = ordering ?? bytes.count
  }

  /// The key of a value that is not there: after all others.
  static let none = ArchiveKeyBytes([0xFF])

  init(_ number: Int64) { self.init(UInt64(bitPattern: number) ^ 1 << 63) }

  /// A number that is not one is like no value.
  init(_ number: Double) {
    guard !number.isNaN else {
      self = .none
      return
    }
    // Both zeros are one.
    let bits = (number == 0 ? 0 : number).bitPattern
    self.init(bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
  }

  private init(_ number: UInt64) { self.init(withUnsafeBytes(of: number.bigEndian) { [1] + $0 }) }

  /// Sorted regardless of case and accents; equal only if it is the same text, up to the limit of its length.
  init(_ text: String) {
    let prefix = Self.prefix(of: text)
    self.init(prefix + [0] + text.utf8.prefix(ArchiveLimits.keyBytes), ordering: prefix.count)
  }

  init(raw: [UInt8]) { self.init([1] + raw) }

  /// Texts that begin like this one have keys that begin like this.
  static func prefix(of text: String) -> [UInt8] {
    var bytes: [UInt8] = [1]
    for scalar in text.unicodeScalars where bytes.count < ArchiveLimits.keyBytes {
      // A zero ends the part that decides the order.
      TextFolding.fold(scalar) { if $0 != 0 { bytes.append($0) } }
    }
    return bytes
  }

  /// The first key of a range that begins with this value.
  var lowest: [UInt8] { Array(bytes.prefix(ordering)) }

  /// The first key after a range that ends with this value.
  var afterHighest: [UInt8] { Array(bytes.prefix(ordering)) + (ordering < bytes.count ? [1] : [0]) }

  /// The first key that doesn't begin like this.
  static func after(_ prefix: [UInt8]) -> [UInt8] {
    var bytes = prefix
    while bytes.last == 0xFF { bytes.removeLast() }
    guard let last = bytes.popLast() else { return [0xFF, 0xFF] }
    return bytes + [last + 1]
  }
}

package enum ArchiveLimits {
  package static let keys = 4
  /// The bytes of a text by which rows are compared.
  package static let keyBytes = 256
  /// No archive has as many rows.
  static let places = 1 << 53
  /// The rows of one answer.
  static let rowsAtOnce = 1000
  /// The bytes of an id as JSON.
  static let idBytes = 1024
  /// The filters whose numbers of rows are known.
  static let knownCounts = 16
  /// Milliseconds for which changes are gathered before tables read their rows again.
  static let announcingDelay: Int64 = 250
  /// The rows that a new version of the app writes again at once.
  package static let renewedRows = 200
  /// The archived rows of an export through the server.
  package static let exportedRows = 100_000
}

extension FixedWidthInteger where Self: Sendable {
  /// The value in the order of keys. Values beyond 64 bits with a sign count as the nearest that have these.
  public var archiveKey: ArchiveKeyBytes { ArchiveKeyBytes(Int64(clamping: self)) }
}

extension Int: ArchiveKeyValue {}
extension Int32: ArchiveKeyValue {}
extension Int64: ArchiveKeyValue {}
extension UInt32: ArchiveKeyValue {}

extension Double: ArchiveKeyValue {
  public var archiveKey: ArchiveKeyBytes { ArchiveKeyBytes(self) }
}

extension Bool: ArchiveKeyValue {
  public var archiveKey: ArchiveKeyBytes { ArchiveKeyBytes(raw: [self ? 1 : 0]) }
}

extension String: ArchiveKeyValue {
  public var archiveKey: ArchiveKeyBytes { ArchiveKeyBytes(self) }
}

extension Date: ArchiveKeyValue {
  public var archiveKey: ArchiveKeyBytes { ArchiveKeyBytes(timeIntervalSinceReferenceDate) }
}

extension Optional: ArchiveKeyValue where Wrapped: ArchiveKeyValue {
  public var archiveKey: ArchiveKeyBytes { self?.archiveKey ?? .none }
}
