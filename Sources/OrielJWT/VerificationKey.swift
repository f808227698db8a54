import OrielDocument
import OrielSystem

/// A key that verifies signatures of exactly one algorithm, whatever a token claims (RFC 8725 §3.1).
struct VerificationKey: Sendable {
  /// The key's id in tokens, or `nil`.
  let id: String?
  /// `HS256`, `RS256`, `ES256` or `EdDSA`.
  let algorithm: String
  private let check: Check

  private enum Check {
    case secret([UInt8])
    case signature(PublicKey)
  }

  /// Creates a key from a JSON Web Key (RFC 7517); `nil` if it has another use or algorithm.
  ///
  /// - Throws: An error if the key is invalid.
  init?(_ key: JSONValue) throws(KeySetError) {
    if let use = key["use"]?.stringValue, use != "sig" { return nil }
    guard let type = key["kty"]?.stringValue, let algorithm = Self.algorithm(type, key),
      key["alg"].map({ $0.stringValue == algorithm }) ?? true
    else { return nil }
    id = key["kid"]?.stringValue
    self.algorithm = algorithm
    check = try Self.check(algorithm, key)
  }

  /// Creates a key from a shared secret.
  init(secret: [UInt8]) throws(KeySetError) {
    id = nil
    algorithm = "HS256"
    check = try Self.hmac(secret)
  }

  func verifies(_ signature: [UInt8], of text: some Collection<UInt8>) -> Bool {
    switch check {
    case .secret(let secret): isEqualInConstantTime(hmacSHA256(key: secret, message: text), signature)
    case .signature(let key): key.verifies(signature, of: text)
    }
  }

  private static func algorithm(_ type: String, _ key: JSONValue) -> String? {
    switch (type, key["crv"]?.stringValue) {
    case ("oct", _): "HS256"
    case ("RSA", _): "RS256"
    case ("EC", "P-256"): "ES256"
    case ("OKP", "Ed25519"): "EdDSA"
    default: nil
    }
  }

  private static func check(_ algorithm: String, _ key: JSONValue) throws(KeySetError) -> Check {
    func bytes(_ name: String) throws(KeySetError) -> [UInt8] {
      guard let text = key[name]?.stringValue, let bytes = Base64URL.decode(text.utf8) else { throw .badKey }
      return bytes
    }
    // Only the public members are used, even of a private key.
    let publicKey: PublicKey?
    switch algorithm {
    case "HS256": return try hmac(bytes("k"))
    case "RS256": publicKey = try PublicKey.rsa(modulus: bytes("n"), exponent: bytes("e"))
    case "ES256": publicKey = try PublicKey.p256(x: bytes("x"), y: bytes("y"))
    default: publicKey = try PublicKey.ed25519(bytes("x"))
    }
    guard let publicKey else { throw .badKey }
    return .signature(publicKey)
  }

  /// RFC 7518 §3.2: a key must have at least as many bits as the hash.
  static let leastBytes = 32

  private static func hmac(_ secret: [UInt8]) throws(KeySetError) -> Check {
    guard secret.count >= leastBytes else { throw .shortSecret }
    return .secret(secret)
  }
}

/// The reason why keys can't be used.
package enum KeySetError: Error, Equatable, CustomStringConvertible {
  case noSet
  case noKeys
  case badKey
  case shortSecret
  case unreadable(String)

  package var description: String {
    switch self {
    case .noSet: "this is not a JSON Web Key Set, an object with the member \"keys\""
    case .noKeys: "it has no key for HS256, RS256, ES256 or EdDSA"
    case .badKey: "a key is incomplete, or too weak"
    case .shortSecret: "a secret for HS256 must have at least 32 bytes"
    case .unreadable(let reason): reason
    }
  }
}

enum Base64URL {
  /// RFC 7515 §2: without padding, and nothing else beside the alphabet.
  static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.allSatisfy(isDigit), text.count % 4 != 1 else { return nil }
    var bits: UInt32 = 0
    var count = 0
    var bytes: [UInt8] = []
    for digit in text {
      bits = bits << 6 | UInt32(value(digit))
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // The remaining bits must be padding, so that a signature has only one spelling.
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func value(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte + 4
    case UInt8(ascii: "-"): 62
    default: 63
    }
  }
}
