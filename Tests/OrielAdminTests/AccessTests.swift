import OrielDocument
import OrielGateway
import Testing

struct AccessTests {
  let office: Office

  init() throws { office = try Office() }

  @Test(arguments: ["windows", "windows/w-1", "triggers/t-1", "nowhere", "windows/"])
  func `a request without a token learns only that one is needed`(path: String) async throws {
    var request = HTTPRequest.admin("GET", path)
    request.headers["authorization"] = nil
    #expect(
      try await office.send(request)
        == .problem(
          401, "Unauthorized", "Send the admin token as \"Authorization: Bearer …\"; a cookie is not enough here.",
          headers: ["www-authenticate": "Bearer"]))
  }

  @Test func `a cookie is no credential here`() async throws {
    var request = HTTPRequest.admin("GET", "windows")
    request.headers = ["cookie": "oriel=\(Office.token)"]
    #expect(try await office.send(request).status == 401)
  }

  @Test func `a wrong token is refused`() async throws {
    var request = HTTPRequest.admin("POST", "acts")
    request.headers["authorization"] = "Bearer \(Office.token)x"
    #expect(
      try await office.send(request)
        == .problem(
          401, "Unauthorized", "This token is not valid here. The server's log has the reason.",
          headers: ["www-authenticate": "Bearer error=\"invalid_token\""]))
  }

  @Test func `a user who is no administrator is refused`() async throws {
    var request = HTTPRequest.admin("GET", "windows")
    request.headers["authorization"] = "Bearer guest"
    #expect(
      try await office.send(request)
        == .problem(
          403, "Forbidden",
          "This token's user is not an operator: send one for a user with the role \"admin\", or one of an --operator-role.",
          headers: ["www-authenticate": "Bearer error=\"insufficient_scope\""]))
  }

  @Test(
    arguments: [
      (Caller.expired(ago: 1), 401, "This token has expired: send a new one."),
      (.throttled(7), 429, "Too many invalid tokens. Try again in 7 seconds."),
      (.unavailable, 503, "Tokens can't be verified right now: the issuer's keys can't be loaded."),
    ])
  func `a caller who can't be identified now hears why`(caller: Caller, status: Int, detail: String) async throws {
    var request = HTTPRequest.admin("GET", "windows")
    request.caller = caller
    let answer = try await office.send(request)
    #expect(answer.status == status)
    #expect(answer.json?["detail"] == .string(detail))
  }

  @Test func `the scheme of a token may be written in any case`() async throws {
    var request = HTTPRequest.admin("GET", "windows")
    request.headers["authorization"] = "bEARER \(Office.token)"
    #expect(try await office.send(request).status == 200)
  }
}
