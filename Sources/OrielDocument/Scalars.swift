extension String {
  /// Whether both strings are the same sequence of Unicode scalars.
  ///
  /// `==` compares what people read: it treats `é` and `e` with a combining accent as equal. Every other implementation
  /// of the protocol treats keys, ids and texts that differ in one byte as different, so `==` must not decide here.
  @inlinable
  package func hasSameScalars(as other: String) -> Bool {
    #if arch(x86_64) || arch(arm64)
      // A `String` consists of two words here. If they are equal, so are the texts: either both share storage, or the
      // words themselves contain the text.
      let mine = unsafeBitCast(self, to: (UInt64, UInt64).self)
      let others = unsafeBitCast(other, to: (UInt64, UInt64).self)
      if mine == others { return true }
      // This bit marks a small string, whose text is in the words, in only one way: if they differ, the texts differ.
      // By bytes, a click takes 3 % more instructions. A test proves the mark for the toolchain that builds it.
      if mine.1 & others.1 & 1 << 61 != 0 { return false }
    #endif
    return hasSameBytes(as: other)
  }

  @usableFromInline
  package func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { sameBytes(mine.baseAddress, $0.baseAddress, count) }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the string's UTF-8 equals the bytes in this range.
  package func hasBytes(_ bytes: [UInt8], _ position: Range<Int>) -> Bool {
    guard utf8.count == position.count else { return false }
    let same = utf8.withContiguousStorageIfAvailable { mine in
      bytes.withUnsafeBufferPointer { all in
        sameBytes(mine.baseAddress, UnsafeBufferPointer(rebasing: all[position]).baseAddress, mine.count)
      }
    }
    return same ?? utf8.elementsEqual(bytes[position])
  }
}

extension String? {
  /// Whether both strings are the same sequence of Unicode scalars, or both are `nil`.
  package func hasSameScalars(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameScalars(as: other)
  }
}

/// An id or a name from outside the program, for use as a key: hashed and compared by its Unicode scalars.
///
/// Two users whose ids look the same are different users to their issuer, to the store and to every other
/// implementation of the protocol, but the same user to `String ==`. Use this type for the keys of dictionaries and
/// sets of outside names, and for ids that are compared. A `String` can't be compared with it by mistake.
package struct ScalarKey: Hashable, Sendable {
  package let text: String

  @inlinable
  package init(_ text: String) { self.text = text }

  @inlinable
  package static func == (left: ScalarKey, right: ScalarKey) -> Bool { left.text.hasSameScalars(as: right.text) }

  package func hash(into hasher: inout Hasher) { hasher.combine(scalarsOf: text) }
}

extension ScalarKey: ExpressibleByStringInterpolation, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text) }
  package var description: String { text }
}

extension Hasher {
  package mutating func combine(scalarsOf text: String) {
    let wasContiguous = text.utf8.withContiguousStorageIfAvailable { combine(bytes: UnsafeRawBufferPointer($0)) } != nil
    if !wasContiguous { for byte in text.utf8 { combine(byte) } }
    combine(0xFF as UInt8)  // never a byte of UTF-8: keeps "a", "bc" apart from "ab", "c"
  }
}

/// Compares eight bytes at a time. `memcmp` isn't available without a C library.
private func sameBytes(_ left: UnsafePointer<UInt8>?, _ right: UnsafePointer<UInt8>?, _ count: Int) -> Bool {
  guard left != right, let left = UnsafeRawPointer(left), let right = UnsafeRawPointer(right) else { return true }
  var offset = 0
  while offset &+ 8 <= count {
    let mine = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    guard mine == right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) else { return false }
    offset &+= 8
  }
  while offset < count {
    guard left.load(fromByteOffset: offset, as: UInt8.self) == right.load(fromByteOffset: offset, as: UInt8.self) else {
      return false
    }
    offset &+= 1
  }
  return true
}
