import ArgumentParser
import Testing

@testable import OrielServer

/// The settings of a server, as flags and in the environment.
struct SettingTests {
  private func given(_ flags: [String], _ environment: [String: String] = [:]) throws -> Given<ServeOptions> {
    try Given(ServeOptions.parse(flags), environment: environment)
  }

  @Test func `a flag overrides its variable, also with the default`() throws {
    let given = try given(
      ["--window-layers", "32", "--host", "127.0.0.1"],
      ["ORIEL_WINDOW_LAYERS": "7", "ORIEL_WINDOW_MODELS": "9", "ORIEL_HOST": "::1", "ORIEL_DATABASE": "memory"])
    #expect([given.windowLayers, given.windowModels, given.windowsPerUser] == [32, 9, 1000])
    #expect([given.host, given.database] == ["127.0.0.1", "memory"])
  }

  @Test func `flags and variables without a default add up, or the flag is taken`() throws {
    let given = try given(
      ["--insecure", "--allow-origin", "https://a.example", "--jwt-issuer", "flag"],
      [
        "ORIEL_ALLOW_ORIGIN": "https://b.example, https://c.example", "ORIEL_JWT_ISSUER": "variable",
        "ORIEL_JWT_AUDIENCE": "oriel", "ORIEL_DEMO": "1", "ORIEL_REQUIRE_SIGN_IN": "0",
      ])
    #expect([given.insecure, given.demo, given.requireSignIn] == [true, true, false])
    #expect(given.allowOrigin == ["https://a.example", "https://b.example", "https://c.example"])
    #expect([given.jwtIssuer, given.jwtAudience, given.jwtKeys] == ["flag", "oriel", nil])
  }

  @Test func `a variable whose flag is given is not read, and an empty one sets nothing to the empty text`() throws {
    let given = try given(
      ["--port", "8080", "--jwt-issuer", "flag"],
      ["ORIEL_PORT": "tcp://10.0.0.1:80", "ORIEL_TRUSTED_PROXIES": "", "ORIEL_HOST": "::1"])
    #expect(given.port == 8080 && given.host == "::1" && given.trustedProxies == "")
  }

  @Test func `a token that is given is taken without a look at the file`() throws {
    let options = try ServeOptions.parse(["--admin-token", "0123456789abcdef"])
    let configuration = try ServerConfiguration(options, environment: ["ORIEL_ADMIN_TOKEN_FILE": "/nowhere"])
    #expect(configuration.adminToken == "0123456789abcdef")
    #expect(throws: ConfigurationError.self) {
      try ServerConfiguration(ServeOptions.parse([]), environment: ["ORIEL_ADMIN_TOKEN_FILE": "/nowhere"])
    }
  }

  @Test(arguments: ["0", "-1", "65", "many"])
  func `a number that can't be is refused with those that can`(loops: String) throws {
    let refused = try #require(throws: (any Error).self) { try given(["--loops=\(loops)"]) }
    #expect(
      ServeOptions.message(for: refused)
        == "The value '\(loops)' is invalid for '--loops <loops>': it must be a number from 1 to 64.")
    let named = try #require(throws: ValidationError.self) { try given([], ["ORIEL_LOOPS": loops]) }
    #expect(
      named.message
        == "In ORIEL_LOOPS: The value '\(loops)' is invalid for '--loops <loops>': it must be a number from 1 to 64.")
  }
}
