import ArgumentParser
import Foundation
import OrielDocument
import Testing

@testable import OrielCommand

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ClientTests {
  private let client: AdminClient

  init() throws { client = AdminClient(address: try #require(ServerAddress("http://127.0.0.1:8080")), token: "s3cret") }

  // MARK: Which server

  private func address(_ arguments: [String], _ environment: [String: String]) throws -> String {
    try ServerOptions.parse(arguments).client(environment: environment).address.text
  }

  @Test func `the server is named by option, else by environment, else it is this machine's`() throws {
    let environment = ["ORIEL_SERVER": "https://desk.example/oriel/", "ORIEL_ADMIN_TOKEN": "s3cret"]
    #expect(try address(["--server", "http://[::1]:9000"], environment) == "http://[::1]:9000")
    #expect(try address([], environment) == "https://desk.example/oriel")
    #expect(try address([], ["ORIEL_SERVER": "", "ORIEL_ADMIN_TOKEN": "s3cret"]) == "http://127.0.0.1:8080")
  }

  @Test func `the token is an option's, else the environment's`() throws {
    let environment = ["ORIEL_ADMIN_TOKEN": "theirs\n"]
    #expect(try ServerOptions.parse(["--token", "mine"]).client(environment: environment).token == "mine")
    #expect(try ServerOptions.parse([]).client(environment: environment).token == "theirs")
  }

  @Test func `without a token nothing is asked`() throws {
    let error = try #require(throws: ValidationError.self) {
      _ = try ServerOptions.parse([]).client(environment: ["ORIEL_ADMIN_TOKEN": ""])
    }
    #expect(error.message.hasPrefix("The admin token is missing. Set ORIEL_ADMIN_TOKEN;"))
    #expect(Failure.exitStatus(of: error) == 2)
  }

  @Test(arguments: ["desk", "ftp://desk", "http://", "http://desk/?x", "http://desk/#x", "127.0.0.1:8080"])
  func `what is no server's address is refused`(address: String) throws {
    let error = try #require(throws: ValidationError.self) {
      _ = try ServerOptions.parse(["--server", address, "--token", "s3cret"]).client(environment: [:])
    }
    #expect(error.message == "\"\(address)\" is not a server address. Write it like http://127.0.0.1:8080.")
  }

  // MARK: Requests

  @Test func `a request carries the token, and its body's type`() throws {
    let request = try #require(client.request("POST", ["acts"], body: ["act": "drain"]))
    #expect(request.url?.absoluteString == "http://127.0.0.1:8080/admin/api/v1/acts")
    #expect(request.httpMethod == "POST")
    #expect(request.value(forHTTPHeaderField: "authorization") == "Bearer s3cret")
    #expect(request.value(forHTTPHeaderField: "content-type") == "application/json")
    #expect(request.httpBody == Data(#"{"act":"drain"}"#.utf8))
  }

  @Test func `an id is one segment of the path, whatever it has in it`() throws {
    let request = try #require(client.request("GET", ["windows", "a/../b?c#d é"]))
    #expect(
      request.url?.absoluteString == "http://127.0.0.1:8080/admin/api/v1/windows/a%2F..%2Fb%3Fc%23d%20%C3%A9")
    #expect(request.httpBody == nil)
  }

  @Test func `a parameter is encoded`() throws {
    let query = [URLQueryItem(name: "after", value: "w-1&limit=5")]
    let request = try #require(client.request("GET", ["windows"], query: query))
    #expect(
      request.url?.absoluteString == "http://127.0.0.1:8080/admin/api/v1/windows?after=w-1%26limit%3D5")
  }

  // MARK: Failures

  private func refusal(_ status: Int, _ type: String, _ body: String) throws -> Failure {
    let url = try #require(URL(string: "http://127.0.0.1:8080/admin/api/v1/windows"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: ["content-type": type]))
    return client.refusal(response, Data(body.utf8))
  }

  @Test func `a problem is told in the server's words, with 1`() throws {
    let failure = try refusal(
      404, "application/problem+json",
      #"{"type": "about:blank", "title": "Not Found", "status": 404, "detail": "There is no window \"w\u001b\"."}"#)
    #expect(failure == .refused(status: 404, detail: "There is no window \"w\u{1B}\"."))
    #expect(failure.description == "There is no window \"w\u{FFFD}\".")
    #expect(Failure.exitStatus(of: failure) == 1)
  }

  @Test func `a problem names the node to ask instead, which is then asked`() throws {
    let failure = try refusal(
      409, "application/problem+json", #"{"title": "Conflict", "detail": "It is on \"b\".", "node": "b"}"#)
    #expect(failure == .onNode("b", detail: #"It is on "b"."#))
    #expect(failure.description == #"The node "b" has it in memory. Add --node b."#)
    #expect(Failure.exitStatus(of: failure) == 1)
    #expect(client.request("GET", ["nodes"], of: "b")?.value(forHTTPHeaderField: "oriel-node") == "b")
    #expect(client.request("GET", ["nodes"])?.value(forHTTPHeaderField: "oriel-node") == nil)
  }

  @Test(arguments: [(400, 2), (401, 1), (403, 1), (404, 1), (409, 1), (422, 1), (429, 1), (503, 1)])
  func `a request that the server could not read was called wrongly, and any other was refused`(
    status: Int, exit: Int32
  ) throws {
    let failure = try refusal(status, "application/problem+json", #"{"title": "No", "detail": "Not like this."}"#)
    #expect(failure.description == "Not like this.")
    #expect(Failure.exitStatus(of: failure) == exit)
  }

  @Test(arguments: [
    (502, "text/html", "<h1>Bad Gateway</h1>"), (302, "text/plain", ""), (404, "application/problem+json", "{"),
  ])
  func `an answer that is none of this API comes from elsewhere, with 3`(
    status: Int, type: String, body: String
  ) throws {
    let failure = try refusal(status, type, body)
    #expect(failure == .foreign(address: "http://127.0.0.1:8080", status: status))
    #expect(
      failure.description == """
        The server at http://127.0.0.1:8080 is not an Oriel server, or a proxy answers in its place: it replied with status \(status).
        Name another server with --server or ORIEL_SERVER.
        """)
    #expect(Failure.exitStatus(of: failure) == 3)
  }

  @Test func `where no server is, one hears where it was looked for and how to start one, with 3`() async throws {
    // Port 1 is tcpmux's, which no machine has served for decades.
    let client = AdminClient(address: try #require(ServerAddress("http://127.0.0.1:1")), token: "s3cret")
    let failure = try await #require(throws: Failure.self) { _ = try await client.get("windows") }
    guard case .unreachable(let address, let reason) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect(address == "http://127.0.0.1:1")
    #expect(
      failure.description == """
        No server can be reached at http://127.0.0.1:1: \(reason)
        Start one: an app's program with "serve". Or name another one with --server or ORIEL_SERVER.
        """)
    #expect(Failure.exitStatus(of: failure) == 3)
  }

  // MARK: Waiting

  @Test(arguments: [
    ([], true), (["performed", "declined", "unsupported", "failed", "expired"], true),
    (["performed", "pending"], false),
    (["blocked"], false),
  ])
  func `a trigger is waited for while something may still come`(statuses: [String], areFinal: Bool) {
    let outcomes = statuses.map { ["window": "w-1", "status": .string($0)] as JSONValue }
    #expect(Outcomes(["id": "t-1", "kind": "print", "outcomes": .array(outcomes)]).areFinal == areFinal)
  }

  @Test(arguments: [
    (["pending"], "Waiting for 1 of 1 window, until the trigger expires: 1 without an answer from a page"),
    (
      ["performed", "pending", "blocked", "pending"],
      """
      Waiting for 3 of 4 windows, until the trigger expires: 2 without an answer from a page, 1 whose user has to press a \
      button
      """
    ),
  ])
  func `who waits is told for what`(statuses: [String], progress: String) {
    let outcomes = statuses.map { ["window": "w-1", "status": .string($0)] as JSONValue }
    #expect(Outcomes(["id": "t-1", "kind": "print", "outcomes": .array(outcomes)]).progress == progress)
  }

  @Test(
    arguments: [
      (["performed", "performed"], nil), ([], "The trigger reached no window."),
      (["expired", "expired"], "The trigger was performed in 0 of 2 windows: 2 expired."),
      (
        ["performed", "expired", "declined", "expired"],
        "The trigger was performed in 1 of 4 windows: 1 declined, 2 expired."
      ),
    ] as [([String], String?)])
  func `waiting ends with 1 unless every window has performed the trigger`(statuses: [String], message: String?) {
    let outcomes = statuses.map { ["window": "w-1", "status": .string($0)] as JSONValue }
    let failure = Outcomes(["id": "t-1", "kind": "print", "outcomes": .array(outcomes)]).failure
    #expect(failure?.description == message)
    #expect(failure.map { Failure.exitStatus(of: $0) } == message.map { _ in 1 })
  }
}
