import Testing

@testable import OrielGateway

struct LivenessTests {
  @Test(arguments: [("GET", 200), ("HEAD", 200), ("POST", 405), ("TRACE", 405), ("CONNECT", 405)])
  func `whether the server lives is asked with GET or HEAD`(method: String, status: Int) {
    let answer = Gateway.liveness(HTTPRequest(method: method, path: "/health/live"))
    #expect((answer.status, answer.headers["allow"]) == (status, status == 405 ? "GET, HEAD" : nil))
  }
}
