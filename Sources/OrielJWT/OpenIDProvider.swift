import Foundation
import Oriel
import OrielDocument
import OrielGateway
import OrielHub
import OrielSystem
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Signs users in by OpenID Connect: the authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636). The
/// provider's configuration is read again every five minutes, and its keys when a token names an unknown one.
package final class OpenIDProvider: IdentityProvider {
  /// How this server is known to the provider.
  package struct Client: Sendable {
    let id: String
    /// `nil` for a public client, which PKCE alone protects.
    let secret: String?
    let scopes: String

    package init(id: String, secret: String?, scopes: String) {
      (self.id, self.secret, self.scopes) = (id, secret, scopes)
    }
  }

  /// The provider's configuration (OpenID Connect Discovery 1.0 §3).
  private struct Discovered: Sendable {
    let authorization: URLComponents
    let token: URL
    let endSession: URLComponents?
    /// Whether each answer names the issuer.
    let namesIssuer: Bool
    let verifier: JWTVerifier
  }

  private struct State {
    var discovered: Discovered?
    /// When it is read again.
    var next = ContinuousClock.now
    var failure: ProviderFailure?
    /// The reading that all wait for.
    var reading: Task<Discovered, any Error>?
    /// When a code is exchanged again, after the provider could not do that.
    var nextToken = ContinuousClock.now
  }

  private let issuer: String
  private let client: Client
  private let rules: TokenRules
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())

  private static let interval = Duration.seconds(300)
  /// A provider that is down is not asked for every visitor.
  private static let pause = Duration.seconds(5)
  private static let limit = 1 << 20

  /// - Parameter rules: The requirements for tokens; issuer and audience are the provider's and the client's.
  package init(issuer: String, client: Client, rules: TokenRules, log: @escaping @Sendable (String) -> Void) {
    self.issuer = issuer
    self.client = client
    self.log = log
    var rules = rules
    (rules.issuer, rules.audience, rules.authorizedParty) = (issuer, client.id, client.id)
    self.rules = rules
  }

  package func mayHaveAnswered(as issuer: String?) -> Bool {
    if let issuer { return issuer.hasSameScalars(as: self.issuer) }
    return state.withLock { $0.discovered }?.namesIssuer != true
  }

  package func address(for attempt: ProviderAttempt) async throws(ProviderFailure) -> String {
    let challenge = Data(sha256(attempt.verifier.utf8)).base64URL
    return try await discover().authorization.adding([
      ("response_type", "code"), ("client_id", client.id), ("redirect_uri", attempt.redirect),
      ("scope", client.scopes), ("state", attempt.state), ("nonce", attempt.nonce), ("code_challenge", challenge),
      ("code_challenge_method", "S256"),
    ])
  }

  package func addressToSignOut(returningTo address: String) async -> String? {
    try? await discover().endSession?.adding([
      ("client_id", client.id), ("post_logout_redirect_uri", address),
    ])
  }

  package func credentials(
    for code: String, of attempt: ProviderAttempt, now: Int64
  ) async throws(ProviderFailure) -> Credentials {
    let provider = try await discover()
    let token = try await token(for: code, of: attempt, provider)
    var caller = provider.verifier.caller(of: token[...], now: now)
    if caller == nil {
      await withCheckedContinuation { known in provider.verifier.refresh { known.resume() } }
      caller = provider.verifier.caller(of: token[...], now: now)
    }
    switch caller {
    case .user(let credentials): return try checked(credentials, of: attempt, now: now)
    case .refused(let fault): throw .wrongToken("\(fault)")
    case .expired(let ago): throw .wrongToken("it expired \((ago + 999) / 1000) s ago")
    default: throw .wrongToken("its key is not known")
    }
  }

  /// The session lasts as long as the server's, and not as the token, which is for this moment.
  private func checked(
    _ credentials: Credentials, of attempt: ProviderAttempt, now: Int64
  ) throws(ProviderFailure) -> Credentials {
    let user = credentials.user
    guard user.claims["nonce"]?.hasSameScalars(as: attempt.nonce) == true else {
      throw .wrongToken("its nonce is not that of this browser's attempt")
    }
    let ofAttempt = ["nonce", "azp", "at_hash", "c_hash", "sid", "auth_time"]
    let claims = user.claims.filter { claim in !ofAttempt.contains { $0.hasSameScalars(as: claim.key) } }
    var checked = Credentials(user: User(id: user.id, name: user.name, roles: user.roles, claims: claims), issued: now)
    checked.isOfProvider = true
    return checked
  }

  private func token(
    for code: String, of attempt: ProviderAttempt, _ provider: Discovered
  ) async throws(ProviderFailure) -> String {
    guard state.withLock({ $0.nextToken }) <= .now else { throw .unavailable("it was not a moment ago") }
    var request = URLRequest(url: provider.token)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "content-type")
    request.setValue("application/json", forHTTPHeaderField: "accept")
    var fields = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", attempt.redirect),
      ("code_verifier", attempt.verifier),
    ]
    if let secret = client.secret {
      // RFC 6749 §2.3.1: both are encoded like the fields of a form.
      let pair = "\(Self.encoded(client.id)):\(Self.encoded(secret))"
      request.setValue("Basic \(Data(pair.utf8).base64EncodedString())", forHTTPHeaderField: "authorization")
    } else {
      fields.append(("client_id", client.id))
    }
    request.httpBody = Data(
      fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&").utf8)
    do {
      let bytes = try await Download(limit: Self.limit, followsRedirects: false).bytes(of: request)
      let answer = try JSONReader.value(from: bytes, depth: 32)
      guard let token = answer["id_token"]?.stringValue else {
        throw ProviderFailure.wrongToken("there is no id_token")
      }
      return token
    } catch let failure as ProviderFailure {
      throw failure
    } catch DownloadError.status(let status, let bytes) {
      // RFC 6749 §5.2: all others are this server's own, or the provider's.
      let error = try? JSONReader.value(from: bytes, depth: 32)["error"]?.stringValue
      if status == 400, error == "invalid_grant" { throw .refused("invalid_grant") }
      // Any browser can bring a code that the provider does not stand: no others wait for it.
      throw .unavailable("the answer is \(status)\(error.map { ": \($0.prefix(100))" } ?? "")")
    } catch {
      state.withLock { $0.nextToken = .now + Self.pause }
      throw .unavailable((error as? DownloadError)?.description ?? "\(error)")
    }
  }

  private static func encoded(_ text: String) -> String { PercentEncoding.encode(text) }

  // MARK: Discovery

  private func discover() async throws(ProviderFailure) -> Discovered {
    let (known, failure, reading) = state.withLock {
      state -> (Discovered?, ProviderFailure?, Task<Discovered, any Error>?) in
      if state.next > .now, state.reading == nil { return (state.discovered, state.failure, nil) }
      let reading = state.reading ?? Task { try await self.readAndKeep() }
      state.reading = reading
      return (nil, nil, reading)
    }
    if let known { return known }
    if let failure { throw failure }
    do {
      guard let reading else { throw ProviderFailure.unavailable("its configuration is not known") }
      return try await reading.value
    } catch {
      throw error as? ProviderFailure ?? .unavailable("\(error)")
    }
  }

  private func readAndKeep() async throws -> Discovered {
    do throws(ProviderFailure) {
      let discovered = try await read()
      state.withLock { state in
        (state.discovered, state.failure, state.reading) = (discovered, nil, nil)
        state.next = .now + Self.interval
      }
      return discovered
    } catch {
      let former = state.withLock { state in
        (state.failure, state.reading) = (error, nil)
        state.next = .now + Self.pause
        return state.discovered
      }
      log("\(issuer): \(error)")
      guard let former else { throw error }
      return former
    }
  }

  private func read() async throws(ProviderFailure) -> Discovered {
    do {
      let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
      guard let url = URL(string: base + "/.well-known/openid-configuration") else {
        throw ProviderFailure.unavailable("its address is none")
      }
      let bytes = try await Download(limit: Self.limit).bytes(of: URLRequest(url: url))
      let document = try JSONReader.value(from: bytes, depth: 32)
      // OpenID Connect Discovery 1.0 §4.3
      guard let said = document["issuer"]?.stringValue, said.hasSameScalars(as: issuer) else {
        throw ProviderFailure.unavailable("it calls itself \(document["issuer"] ?? .null)")
      }
      let (authorization, token) = (
        try address("authorization_endpoint", document), try address("token_endpoint", document)
      )
      let keys = try address("jwks_uri", document)
      guard let parts = URLComponents(url: authorization, resolvingAgainstBaseURL: false) else {
        throw ProviderFailure.unavailable("its authorization_endpoint is no address")
      }
      let end = try? address("end_session_endpoint", document)
      return Discovered(
        authorization: parts, token: token,
        endSession: end.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: false) },
        namesIssuer: document["authorization_response_iss_parameter_supported"]?.boolValue == true,
        verifier: try await JWTVerifier(.url(keys), rules: rules, log: log))
    } catch let failure as ProviderFailure {
      throw failure
    } catch {
      throw .unavailable((error as? DownloadError)?.description ?? "\(error)")
    }
  }

  private func address(_ name: String, _ document: JSONValue) throws(ProviderFailure) -> URL {
    // Only a provider on this machine may have the others of its addresses here.
    guard let text = document[name]?.stringValue, let url = URL(string: text),
      url.scheme == "https" || issuer.hasPrefix("http:") && KeySource.isTrusted(url)
    else {
      throw .unavailable("its \(name) is no address that begins with https://")
    }
    return url
  }
}

extension URLComponents {
  /// The address with these items after its own.
  fileprivate func adding(_ items: [(String, String)]) -> String {
    let query = items.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    var parts = self
    parts.percentEncodedQuery = [percentEncodedQuery, query].compactMap(\.self).joined(separator: "&")
    return parts.string ?? ""
  }
}

extension Data {
  /// RFC 4648 §5, without padding.
  fileprivate var base64URL: String {
    base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
