/// A text that is sought in others, in which upper and lower case and accents count alike.
///
/// The search of Knuth, Morris and Pratt reads each text once, whatever is sought.
struct TextPattern {
  /// The folded text.
  private let bytes: [UInt8]
  /// For each number of bytes that match: how many still do if the next one does not.
  private let fallbacks: [Int]

  init(_ text: some Sequence<Unicode.Scalar>) {
    var folded: [UInt8] = []
    for scalar in text { TextFolding.fold(scalar) { folded.append($0) } }
    bytes = folded
    fallbacks = Self.fallbacks(of: folded)
  }

  private static func fallbacks(of bytes: [UInt8]) -> [Int] {
    var (fallbacks, length) = (Array(repeating: 0, count: bytes.count), 0)
    for place in bytes.indices.dropFirst() {
      while length > 0, bytes[place] != bytes[length] { length = fallbacks[length - 1] }
      if bytes[place] == bytes[length] { length += 1 }
      fallbacks[place] = length
    }
    return fallbacks
  }

  var isEmpty: Bool { bytes.isEmpty }

  func isIn(_ text: String) -> Bool {
    var length = 0
    for scalar in text.unicodeScalars {
      TextFolding.fold(scalar) { byte in
        guard length < bytes.count else { return }
        while length > 0, byte != bytes[length] { length = fallbacks[length - 1] }
        if byte == bytes[length] { length += 1 }
      }
      if length == bytes.count { return true }
    }
    return isEmpty
  }

  func begins(_ text: String) -> Bool {
    var (length, isSame) = (0, true)
    for scalar in text.unicodeScalars {
      if length == bytes.count || !isSame { break }
      TextFolding.fold(scalar) { byte in
        guard length < bytes.count else { return }
        isSame = isSame && byte == bytes[length]
        length += 1
      }
    }
    return isSame && length == bytes.count
  }
}
