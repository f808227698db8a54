import OrielDocument

/// The ids of the elements of one model: 1–64 Unicode scalars each, all unique.
struct ElementIDs {
  /// The ids claimed by the last rendering, in order. Usually the same ones are claimed again, and are still unique.
  private let known: [String]
  /// How many of them were claimed again, until the first difference.
  private var repeated = 0
  private var claimed: [String] = []
  /// How often each text was claimed, once there are differences. The keys are JSON strings, which are compared scalar
  /// by scalar.
  private var uses: [JSONValue: Int] = [:]
  /// Whether every claimed text became the id without a change.
  private var arePlain = true

  init(after known: [String] = []) {
    self.known = known
  }

  enum Claim: Equatable {
    case unique(String)
    /// The text was taken, so the id differs from it. `isFirst` is true for the first such case of this text.
    case duplicate(String, isFirst: Bool)
  }

  /// All ids in the order of their claims; empty if claiming the same texts again might not give the same ids.
  var unique: [String] {
    guard arePlain else { return [] }
    if !claimed.isEmpty { return claimed }
    return repeated == known.count ? known : Array(known[..<repeated])
  }

  /// - Parameters:
  ///   - bytes: Contains the text as UTF-8. A known text needs no string.
  ///   - place: The range of the text.
  mutating func claim(_ bytes: [UInt8], _ place: Range<Int>) -> Claim {
    guard claimed.isEmpty, repeated < known.count, known[repeated].hasBytes(bytes, place) else {
      return claim(String(decoding: bytes[place], as: UTF8.self))
    }
    repeated += 1
    return .unique(known[repeated - 1])
  }

  mutating func claim(_ text: String) -> Claim {
    if claimed.isEmpty { claimed += known[..<repeated] }
    let id = Self.shortened(text)
    if !id.hasSameScalars(as: text) { arePlain = false }
    if uses.isEmpty, claimed.count < 32, !claimed.contains(where: { $0.hasSameScalars(as: id) }) {
      claimed.append(id)
      return .unique(id)
    }
    countClaimed()
    guard let count = uses[.string(id)] else {
      uses[.string(id)] = 1
      claimed.append(id)
      return .unique(id)
    }
    arePlain = false
    return .duplicate(next(of: text, id, after: count), isFirst: count == 1)
  }

  private mutating func countClaimed() {
    guard uses.isEmpty else { return }
    for id in claimed { uses[.string(id)] = 1 }
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

  /// The text or, if it is too long for an id, its beginning and a hash of the whole.
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

  /// The low 110 bits, which fit after 40 scalars.
  private static func base32(_ hash: UInt128) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
    let digits = (0..<22).map { alphabet[Int(truncatingIfNeeded: hash >> (5 * UInt128($0))) & 31] }
    return String(decoding: digits, as: UTF8.self)
  }
}
