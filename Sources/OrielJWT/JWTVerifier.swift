import Foundation
import OrielDocument
import OrielGateway
import OrielHub
import Synchronization

/// Verifies JSON Web Tokens (RFC 7519) with the issuer's keys.
///
/// Verification happens synchronously on the hub's loop with the loaded keys, which are fetched elsewhere. A token's
/// header only selects a key or algorithm among them (RFC 8725).
package final class JWTVerifier: TokenVerifier {
  private let source: KeySource
  private let rules: TokenRules
  private let log: @Sendable (String) -> Void
  private let state: Mutex<State>

  private struct State {
    var keys: KeySet
    /// The bytes of the key set.
    var document: [UInt8]
    /// The time of the last fetch, on a monotonic clock.
    var looked: ContinuousClock.Instant
    var waiting: [@Sendable () -> Void] = []
  }

  /// The minimum time between fetches caused by unknown keys, because any client can make up a key name.
  private static let pause = Duration.seconds(10)

  /// Reads the keys.
  ///
  /// - Throws: `KeySetError`, because without keys no user could sign in.
  package init(
    _ source: KeySource, rules: TokenRules, log: @escaping @Sendable (String) -> Void
  ) async throws {
    self.source = source
    self.rules = rules
    self.log = log
    let document = try await source.read()
    let keys = try source.keys(of: document)
    if case .secretFile(let path) = source, document.last == 0x0A {
      log("\(path) ends with a line break: tokens that were signed with it and without it are both taken")
    }
    state = Mutex(State(keys: keys, document: document, looked: .now - Self.pause))
  }

  /// Fetches newer keys periodically until it is cancelled.
  package func refresh(every interval: Duration) async {
    while (try? await Task.sleep(for: interval)) != nil { await look() }
  }

  package func caller(of text: Substring, now: Int64) -> Caller? {
    let token: SignedToken
    do throws(TokenFault) {
      token = try SignedToken(text)
    } catch {
      return .refused(error)
    }
    // Both at once: a fetch that ends in between would answer neither with its keys nor with a wait for them.
    let (keys, mayLook) = state.withLock { state in
      (state.keys.keys(named: token.key, for: token.algorithm), !state.waiting.isEmpty || Self.mayLook(state))
    }
    if keys.contains(where: { $0.verifies(token.signature, of: token.signed) }) {
      return rules.caller(token.claims, now: now)
    }
    // A key with this name may be new. A known key that has not signed this token stays the same.
    guard keys.isEmpty else { return .refused(.wrongSignature) }
    return mayLook ? nil : .refused(.unknownKey)
  }

  // MARK: Newer keys

  private static func mayLook(_ state: State) -> Bool { .now - state.looked >= pause }

  /// Calls during a fetch wait for its result. A call right after a fetch uses that result: `caller` may have asked for
  /// it while the fetch ended.
  package func refresh(then: @escaping @Sendable () -> Void) {
    let (isWaiting, isFirst) = state.withLock { state in
      guard !state.waiting.isEmpty || Self.mayLook(state) else { return (false, false) }
      state.waiting.append(then)
      return (true, state.waiting.count == 1)
    }
    guard isWaiting else { return then() }
    guard isFirst else { return }
    Task { await look() }
  }

  private func look() async {
    do {
      let document = try await source.read()
      if document != state.withLock({ $0.document }) {
        let keys = try source.keys(of: document)
        state.withLock { ($0.keys, $0.document) = (keys, document) }
        log("The token keys have changed")
      }
    } catch {
      // The current keys stay valid, because the issuer may be temporarily unavailable.
      log("The token keys can't be read; the previous ones stay in use: \(error)")
    }
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.looked = .now
      return state.waiting
    }
    for then in waiting { then() }
  }
}
