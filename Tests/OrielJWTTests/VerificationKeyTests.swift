#if JWT
  import OrielDocument
  import Testing

  @testable import OrielJWT

  /// The examples of RFC 7515 (A.1, A.3) and RFC 8037 (A.4).
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
    func `a signature is valid for the signed bytes only`(example: Example) async throws {
      let key = try #require(try await VerificationKey(example.key))
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
    func `a key for something else is passed over`(key: JSONValue) async throws {
      #expect(try await VerificationKey(key)?.algorithm == nil)
    }

    @Test func `a secret shorter than its hash is refused`() async throws {
      await #expect(throws: KeySetError.shortSecret) {
        try await VerificationKey(secret: Array(repeating: 7, count: 31))
      }
    }

    @Test func `a set without a key for signatures is none`() async throws {
      await #expect(throws: KeySetError.noKeys) { try await KeySet(json: Array("{\"keys\":[{\"kty\":\"new\"}]}".utf8)) }
      await #expect(throws: KeySetError.noSet) { try await KeySet(json: Array("[]".utf8)) }
    }

    @Test func `one signature has one spelling`() {
      #expect(Base64URL.decode("-_8".utf8) == [0xFB, 0xFF])
      for text in ["-_9", "-_8=", "+/8", "A", "-_8\n"] { #expect(Base64URL.decode(text.utf8) == nil) }
    }
  }
#endif
