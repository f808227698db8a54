import CLibWebSockets

/// A public key that verifies signatures, by OpenSSL.
package final class PublicKey: Sendable {
  /// Nothing changes it once it is made, and OpenSSL counts its holders atomically.
  private nonisolated(unsafe) let key: OpaquePointer
  private let kind: Kind

  private enum Kind {
    case rsa, p256, ed25519
  }

  private init?(_ key: OpaquePointer?, _ kind: Kind) {
    // OpenSSL keeps a thread's errors until they are read or cleared.
    defer { ERR_clear_error() }
    guard let key else { return nil }
    self.key = key
    self.kind = kind
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// A key for RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 §3.3), from big-endian numbers; `nil` if it has fewer than 2,048
  /// bits, or an exponent that is even or 1 (RFC 8017 §3.1).
  package static func rsa(modulus: [UInt8], exponent: [UInt8]) -> PublicKey? {
    guard let last = exponent.last, last % 2 == 1, exponent.drop(while: { $0 == 0 }) != [1] else { return nil }
    let key = clws_rsa_key(modulus, Int32(modulus.count), exponent, Int32(exponent.count))
    guard let key = PublicKey(key, .rsa), EVP_PKEY_get_bits(key.key) >= 2048 else { return nil }
    return key
  }

  /// A key for ECDSA on P-256 with SHA-256 (RFC 7518 §3.4), from the coordinates of its point; `nil` if they are no point
  /// of the curve.
  package static func p256(x: [UInt8], y: [UInt8]) -> PublicKey? {
    guard x.count == 32, y.count == 32 else { return nil }
    // 4 begins a point that is not compressed.
    let point = [4] + x + y
    return PublicKey(clws_p256_key(point, point.count), .p256)
  }

  /// A key for Ed25519 (RFC 8032); `nil` if it does not have 32 bytes.
  package static func ed25519(_ bytes: [UInt8]) -> PublicKey? {
    guard bytes.count == 32 else { return nil }
    return PublicKey(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count), .ed25519)
  }

  /// Whether this key has signed these bytes. The signature has the form of a JSON Web Signature's (RFC 7518 §3).
  package func verifies(_ signature: [UInt8], of bytes: some Collection<UInt8>) -> Bool {
    guard let signature = kind == .p256 ? Self.derSignature(signature) : signature else { return false }
    let bytes = Array(bytes)
    let context = EVP_MD_CTX_new()
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    // Ed25519 brings its own hash.
    let hash = kind == .ed25519 ? nil : EVP_sha256()
    guard EVP_DigestVerifyInit(context, nil, hash, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }

  /// Two numbers of 32 bytes (RFC 7518 §3.4) in the form that OpenSSL takes (RFC 3279 §2.2.3).
  private static func derSignature(_ numbers: [UInt8]) -> [UInt8]? {
    guard numbers.count == 64 else { return nil }
    let signature = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(signature) }
    // The signature owns both numbers.
    guard
      ECDSA_SIG_set0(
        signature, BN_bin2bn(Array(numbers[..<32]), 32, nil), BN_bin2bn(Array(numbers[32...]), 32, nil)) == 1
    else { return nil }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(signature, &bytes)
    guard count > 0, let bytes else { return nil }
    defer { CRYPTO_free(bytes, nil, 0) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
