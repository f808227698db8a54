import GRDB

/// The values of a row that may not be as it was written. Damage can change the type of a value too, and then GRDB's
/// subscript traps. Here a value of another type is missing, which the row's checksum tells.
extension Row {
  func bytes(_ index: Int) -> Bytes { bytesIfAny(index) ?? Bytes([]) }

  func bytesIfAny(_ index: Int) -> Bytes? { (try? decode(Bytes?.self, atIndex: index)) ?? nil }

  func number(_ index: Int) -> Int64? { (try? decode(Int64?.self, atIndex: index)) ?? nil }
}
