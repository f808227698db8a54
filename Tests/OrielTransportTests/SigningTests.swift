import OrielSystem
import OrielTransport
import Testing

@Suite struct SigningTests {
  /// The example of FIPS 180-4.
  @Test func `a digest is that of the standard's example`() {
    let digest = sha256("abc".utf8).map { String($0, radix: 16) }.joined(separator: " ")
    #expect(
      digest == "ba 78 16 bf 8f 1 cf ea 41 41 40 de 5d ae 22 23 b0 3 61 a3 96 17 7a 9c b4 10 ff 61 f2 0 15 ad")
  }

  /// RFC 4231, test case 2.
  @Test func `a message is signed as the standard says`() {
    let code = hmacSHA256(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8))
    #expect(
      code == [
        0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e, 0x6a, 0x04, 0x24, 0x26, 0x08, 0x95, 0x75, 0xc7, 0x5a, 0x00,
        0x3f, 0x08, 0x9d, 0x27, 0x39, 0x83, 0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43,
      ])
  }

  @Test(arguments: [
    ("secret", "secret", true), ("secret", "secres", false), ("secret", "secre", false), ("", "", true),
  ])
  func `secrets are the same when all their bytes are`(one: String, other: String, expected: Bool) {
    #expect(isEqualInConstantTime(Array(one.utf8), Array(other.utf8)) == expected)
  }

  @Test func `random bytes are as many as wanted and not the same twice`() {
    let random = SystemRandomness()
    let bytes = random.bytes(16)
    #expect(bytes.count == 16)
    #expect(bytes != random.bytes(16))
  }
}
