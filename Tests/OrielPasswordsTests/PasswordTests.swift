import OrielPasswords
import Testing

struct PasswordTests {
  @Test func `a password has its hash, and no other one has`() async throws {
    let hash = try await Passwords.hash("correct horse")
    #expect(hash.hasPrefix("$argon2id$v=19$m=65536,t=3,p=4$"))
    #expect(try await Passwords.verify("correct horse", against: hash))
    #expect(try await !Passwords.verify("correct hors", against: hash))
    #expect(try await !Passwords.verify("", against: hash))
  }

  @Test func `the same password has another hash each time`() async throws {
    #expect(try await Passwords.hash("a") != Passwords.hash("a"))
  }

  @Test func `a hash that another program has made is verified`() async throws {
    // From the test vectors of the reference implementation.
    let hash = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
    #expect(try await Passwords.verify("password", against: hash))
  }

  @Test func `no password is that of a user who does not exist`() async throws {
    #expect(try await !Passwords.verify("", against: nil))
    #expect(try await !Passwords.verify("correct horse", against: nil))
  }

  @Test func `a password that is too long is refused and not shortened`() async throws {
    let long = String(repeating: "x", count: Passwords.longest)
    let hash = try await Passwords.hash(long)
    #expect(try await Passwords.verify(long, against: hash))
    #expect(try await !Passwords.verify(long + "x", against: hash))
    await #expect(throws: PasswordError.tooLong(limit: 1024)) { try await Passwords.hash(long + "x") }
  }

  @Test func `a text that is no hash is an error, and no wrong password`() async throws {
    await #expect(throws: PasswordError.self) { try await Passwords.verify("a", against: "plain text") }
  }
}
