/// Bytes or text, as they stand in a column.
package struct Bytes: Equatable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// A checksum of a row (FNV-1a, 64 bits): against accidents, not against people.
struct Sum {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  static func of(_ parts: [UInt8]...) -> Int64 {
    var sum = Sum()
    for part in parts {
      sum.add(part)
      withUnsafeBytes(of: part.count) { for byte in $0 { sum.add(byte) } }
    }
    return Int64(bitPattern: sum.state)
  }

  static func of(_ id: [UInt8], _ text: [UInt8], _ bytes: [UInt8], number: Int64) -> Int64 {
    of(id, text, bytes, Self.bytes(of: number))
  }

  static func bytes(of number: Int64) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

  /// The sum of an object from before there were tenants is that of one of ``Tenant/app``.
  static func ofObject(_ home: Bytes, _ user: Bytes, _ type: Bytes, _ value: [UInt8]) -> Int64 {
    home.bytes.isEmpty
      ? of(user.bytes, type.bytes, value) : of(home.bytes, user.bytes, type.bytes, value)
  }

  private mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { for byte in $0 { add(byte) } }
  }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
