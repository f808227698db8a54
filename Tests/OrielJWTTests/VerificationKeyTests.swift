import OrielDocument
import Testing

@testable import OrielJWT

/// The examples of RFC 7515 (A.1, A.2, A.3) and RFC 8037 (A.4).
struct VerificationKeyTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var algorithm: String
    var key: JSONValue
    var signed: String
    var signature: String

    var testDescription: String { algorithm }
  }

  static let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  static let examples = [
    Example(
      algorithm: "HS256",
      key: [
        "kty": "oct", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow",
      ],
      signed: "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.\(claims)",
      signature: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
    Example(
      algorithm: "RS256",
      key: [
        "kty": "RSA", "e": "AQAB",
        "n": """
        ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMs\
        D1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdV\
        MTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
        """,
      ],
      signed: "eyJhbGciOiJSUzI1NiJ9.\(claims)",
      signature: """
        cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZ\
        cAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-e\
        OkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
        """),
    Example(
      algorithm: "ES256",
      key: [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      ],
      signed: "eyJhbGciOiJFUzI1NiJ9.\(claims)",
      signature: "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"),
    Example(
      algorithm: "EdDSA",
      key: ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"],
      signed: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc",
      signature: "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"),
  ]

  @Test(arguments: examples)
  func `a signature is valid for the signed bytes only`(example: Example) throws {
    let key = try #require(try VerificationKey(example.key))
    let signature = try #require(Base64URL.decode(example.signature.utf8))
    #expect(key.algorithm == example.algorithm)
    #expect(key.verifies(signature, of: example.signed.utf8))
    #expect(!key.verifies(signature, of: (example.signed + "A").utf8))
    #expect(!key.verifies(Array(signature.dropLast()), of: example.signed.utf8))
    #expect(!key.verifies([], of: example.signed.utf8))
  }

  @Test(
    arguments: [
      ["kty": "RSA", "use": "enc"], ["kty": "EC", "crv": "secp256k1"], ["kty": "oct", "alg": "HS512"], ["kty": "new"],
      [:],
    ] as [JSONValue])
  func `a key for something else is passed over`(key: JSONValue) throws {
    #expect(try VerificationKey(key)?.algorithm == nil)
  }

  @Test(
    arguments: [
      ["kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"],
      // No point of the curve.
      [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      ],
      ["kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUQ"],
      ["kty": "RSA", "e": "AQAB"], ["kty": "RSA", "n": "", "e": ""],
      // With the exponent 1, every message is its own signature.
      ["kty": "RSA", "e": "AQ", "n": .string(String(repeating: "_", count: 341) + "8")],
      // 1,024 bits.
      ["kty": "RSA", "e": "AQAB", "n": .string(String(repeating: "_", count: 170) + "8")],
    ] as [JSONValue])
  func `a key that is incomplete, impossible or too weak is refused`(key: JSONValue) {
    #expect(throws: KeySetError.badKey) { try VerificationKey(key) }
  }

  @Test func `a secret shorter than its hash is refused`() throws {
    #expect(throws: KeySetError.shortSecret) {
      try VerificationKey(secret: Array(repeating: 7, count: 31))
    }
  }

  @Test func `a set without a key for signatures is none`() throws {
    #expect(throws: KeySetError.noKeys) { try KeySet(json: Array("{\"keys\":[{\"kty\":\"new\"}]}".utf8)) }
    #expect(throws: KeySetError.noSet) { try KeySet(json: Array("[]".utf8)) }
  }

  @Test func `one signature has one spelling`() {
    #expect(Base64URL.decode("-_8".utf8) == [0xFB, 0xFF])
    for text in ["-_9", "-_8=", "+/8", "A", "-_8\n"] { #expect(Base64URL.decode(text.utf8) == nil) }
  }
}
