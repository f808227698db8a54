import OrielDocument

/// The ids that elements of one model have: 1–64 Unicode scalars each, no two the same.
struct ElementIDs {
  /// What was claimed the last time, in order. Mostly the same is claimed again, and what was unique then still is.
  private let known: [String]
  /// How many of them were claimed again, as long as nothing else was.
  private var repeated = 0
  private var claimed: [String] = []
  /// How often each text was asked for, from when they are many. As JSON strings, since those are compared scalar by
  /// scalar.
  private var uses: [JSONValue: Int] = [:]
  /// Whether each text that was asked for is the id that it got.
  private var arePlain = true

  init(after known: [String] = []) {
    self.known = known
  }

  enum Claim: Equatable {
    case unique(String)
    /// Taken before: the text had to change. `isFirst` the first time this happens to it.
    case duplicate(String, isFirst: Bool)
  }

  /// All ids in the order of their claims; none if the same texts would not come to the same ids without a look.
  var unique: [String] {
    guard arePlain else { return [] }
    if !claimed.isEmpty { return claimed }
    return repeated == known.count ? known : Array(known[..<repeated])
  }

  /// - Parameters:
  ///   - bytes: In these stands the text as UTF-8. No string is made of it where it is known.
  ///   - place: Where.
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
