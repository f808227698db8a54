import OrielDocument

/// The ids that elements of one model have: 1–64 Unicode scalars each, no two the same.
struct ElementIDs {
  /// What was claimed, as long as it is few: going through them costs less than hashing.
  private var few: [String] = []
  /// How often each text was asked for. As JSON strings, since those are compared scalar by scalar.
  private var uses: [JSONValue: Int] = [:]

  enum Claim: Equatable {
    case unique(String)
    /// Taken before: the text had to change. `isFirst` the first time this happens to it.
    case duplicate(String, isFirst: Bool)
  }

  mutating func claim(_ text: String) -> Claim {
    let id = Self.shortened(text)
    if uses.isEmpty, few.count < 32, !few.contains(where: { $0.hasSameScalars(as: id) }) {
      few.append(id)
      return .unique(id)
    }
    countFew()
    guard let count = uses[.string(id)] else {
      uses[.string(id)] = 1
      return .unique(id)
    }
    return .duplicate(next(of: text, id, after: count), isFirst: count == 1)
  }

  private mutating func countFew() {
    for id in few { uses[.string(id)] = 1 }
    few = []
  }

  private mutating func next(of text: String, _ id: String, after count: Int) -> String {
    var number = count
    var candidate: String
    repeat {
      number += 1
      candidate = Self.shortened("\(text)~\(number)")
    } while uses[.string(candidate)] != nil
    uses[.string(id)] = number
    uses[.string(candidate)] = 1
    return candidate
  }

  static let limit = 64

  /// The text, or if it is too long for an id, its beginning and a hash of all of it.
  static func shortened(_ text: String) -> String {
    if text.utf8.count <= limit || text.unicodeScalars.count <= limit { return text }
    var id = String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
    id += "~"
    id += base32(hash(text))
    return id
  }

  /// FNV-1a of 128 bits over UTF-8: the same in every process, unlike Swift's `Hasher`.
  private static func hash(_ text: String) -> UInt128 {
    text.utf8.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
      (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
    }
  }

  /// The low 110 bits, which fit behind 40 scalars.
  private static func base32(_ hash: UInt128) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let digits = (0..<22).map { alphabet[Int(truncatingIfNeeded: hash >> (5 * UInt128($0))) & 31] }
    return String(decoding: digits, as: UTF8.self)
  }
}
