import Oriel
import OrielDocument
import OrielGateway
import OrielHub
import Testing

@testable import OrielJWT

struct TokenRulesTests {
  static let now: Int64 = 2_000_000_000_000
  static let good: JSONObject = ["sub": "ann", "exp": 2_000_000_100, "roles": ["admin", "clerk"]]

  /// Who this is for a server that wants to be meant.
  static func caller(_ changes: JSONObject, rules: TokenRules? = nil) -> Caller {
    var ours = TokenRules()
    ours.issuer = "https://id.example"
    ours.audience = "oriel"
    var claims = good
    claims["iss"] = "https://id.example"
    claims["aud"] = "oriel"
    for (name, value) in changes { claims[name] = value }
    return (rules ?? ours).caller(.object(claims), now: now)
  }

  static func ann(_ roles: Set<String> = ["admin", "clerk"], issued: Int64? = nil, expires: Int64 = now + 160_000)
    -> Caller
  {
    .user(Credentials(user: User(id: "ann", roles: roles), issued: issued, expires: expires))
  }

  @Test func `a token says who it is of, with which roles, and until when`() {
    #expect(Self.caller(["iat": 1_999_999_999]) == Self.ann(issued: 1_999_999_999_000))
    #expect(Self.caller(["aud": ["other", "oriel"]]) == Self.ann())
    #expect(Self.caller(["roles": "admin reader"]) == Self.ann(["admin", "reader"]))
  }

  @Test func `a token may say a name to show`() {
    let ann = User(id: "ann", name: "Ann A.", roles: ["admin", "clerk"], claims: ["name": "Ann A."])
    #expect(Self.caller(["name": "Ann A."]) == .user(Credentials(user: ann, expires: Self.now + 160_000)))
    #expect(Self.caller(["name": 7]) == Self.ann())
  }

  @Test(
    arguments: [
      (["iss": "https://other.example"], .wrongIssuer(expected: "https://id.example")),
      (["iss": 7], .wrongIssuer(expected: "https://id.example")),
      (["aud": "other"], .wrongAudience(expected: "oriel")), (["aud": ["other"]], .wrongAudience(expected: "oriel")),
      (["aud": []], .wrongAudience(expected: "oriel")), (["sub": ""], .noSubject), (["sub": 7], .noSubject),
      (["sub": "u-0123"], .noSubject), (["sub": "a\u{0}"], .noSubject), (["exp": "soon"], .noExpiry),
      (["nbf": 2_000_000_061], .notYetValid(1000)), (["nbf": "now"], .badTime),
      (["iat": 2_000_000_061], .notYetValid(1000)), (["sub": "admin", "roles": []], .reservedSubject),
      (["sub": .string(String(repeating: "a", count: 65))], .noSubject),
    ] as [(JSONObject, TokenFault)])
  func `what a token must say it says, or it is refused with the reason`(changes: JSONObject, fault: TokenFault) {
    #expect(Self.caller(changes) == .refused(fault))
  }

  @Test func `clocks may differ a little`() {
    #expect(Self.caller(["nbf": 2_000_000_060]) == Self.ann())
    #expect(Self.caller(["exp": 1_999_999_941]) == Self.ann(expires: Self.now + 1000))
    #expect(Self.caller(["exp": 1_999_999_940]) == .expired(ago: 60_000))
  }

  @Test func `roles are where the rules say`() {
    var rules = TokenRules()
    rules.rolesClaim = "realm_access.roles"
    #expect(Self.caller(["realm_access": ["roles": ["clerk"]]], rules: rules) == Self.ann(["clerk"]))
    rules.rolesClaim = "https://example.com/roles"
    #expect(Self.caller(["https://example.com/roles": ["clerk"]], rules: rules) == Self.ann(["clerk"]))
  }
}
