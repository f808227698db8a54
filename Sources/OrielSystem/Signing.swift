import CLibWebSockets

/// Returns the HMAC-SHA-256 of a message (RFC 2104), computed by OpenSSL.
package func hmacSHA256(key: some Collection<UInt8>, message: some Collection<UInt8>) -> [UInt8] {
  let key = Array(key)
  let message = Array(message)
  var code = [UInt8](repeating: 0, count: 32)
  var length: UInt32 = 0
  let result = HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &code, &length)
  precondition(result != nil && length == 32, "OpenSSL has no HMAC-SHA-256.")
  return code
}

/// Returns the SHA-256 of a message (FIPS 180-4), computed by OpenSSL.
package func sha256(_ message: some Collection<UInt8>) -> [UInt8] {
  let message = Array(message)
  var digest = [UInt8](repeating: 0, count: 32)
  let result = EVP_Digest(message, message.count, &digest, nil, EVP_sha256(), nil)
  precondition(result == 1, "OpenSSL has no SHA-256.")
  return digest
}

/// Whether two secrets are equal, compared in constant time. Their lengths are not hidden.
package func isEqualInConstantTime(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
  guard one.count == other.count else { return false }
  return CRYPTO_memcmp(Array(one), Array(other), one.count) == 0
}
