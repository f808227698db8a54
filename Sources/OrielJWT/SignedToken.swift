import OrielDocument
import OrielGateway

/// A token taken apart (RFC 7515 §3.1): nothing of it is believed yet.
struct SignedToken {
  let algorithm: String
  /// The name of the key that has signed it, where it says so.
  let key: String?
  let claims: JSONValue
  let signature: [UInt8]
  /// The signed part.
  let signed: Substring.UTF8View.SubSequence

  init(_ token: Substring) throws(TokenFault) {
    guard token.utf8.count <= 8192 else { throw .tooLong }
    let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.json(parts[0]), let claims = Self.json(parts[1]),
      let signature = Base64URL.decode(parts[2]), header["kid"] == nil || header["kid"]?.stringValue != nil
    else { throw .malformed }
    guard let algorithm = header["alg"]?.stringValue, ["HS256", "RS256", "ES256", "EdDSA"].contains(algorithm) else {
      throw .wrongAlgorithm
    }
    guard header["crit"] == nil else { throw .unknownExtension }
    self.algorithm = algorithm
    key = header["kid"]?.stringValue
    self.claims = claims
    self.signature = signature
    signed = token.utf8[..<parts[1].endIndex]
  }

  private static func json(_ part: Substring.UTF8View.SubSequence) -> JSONValue? {
    Base64URL.decode(part).flatMap { try? JSONReader.value(from: $0) }
  }
}
