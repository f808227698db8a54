#if JWT
  import Foundation
  import OrielDocument
  import OrielGateway
  import OrielHub
  import Synchronization

  /// Knows JSON Web Tokens (RFC 7519) by the keys of who gives them out.
  ///
  /// Verifying happens on the hub's loop, at once, with the keys that are there; they are fetched beside it. What a token
  /// says of its key or algorithm only chooses among them (RFC 8725).
  package final class JWTVerifier: TokenVerifier {
    private let source: KeySource
    private let rules: TokenRules
    private let log: @Sendable (String) -> Void
    private let state: Mutex<State>

    private struct State {
      var keys: KeySet
      /// The bytes that the keys were made of.
      var document: [UInt8]
      /// When keys were last looked for, on a clock that never goes back.
      var looked: ContinuousClock.Instant
      var waiting: [@Sendable () -> Void] = []
    }

    /// A key that nobody knows makes keys be fetched anew, but no more often than this: anyone can make one up.
    private static let pause = Duration.seconds(10)

    /// Reads the keys.
    ///
    /// - Throws: `KeySetError`: without keys nobody could sign in.
    package init(
      _ source: KeySource, rules: TokenRules, log: @escaping @Sendable (String) -> Void
    ) async throws {
      self.source = source
      self.rules = rules
      self.log = log
      let document = try await source.read()
      let keys = try await source.keys(of: document)
      if case .secretFile(let path) = source, document.last == 0x0A {
        log("\(path) ends with a line break: tokens that were signed with it and without it are both taken")
      }
      state = Mutex(State(keys: keys, document: document, looked: .now - Self.pause))
    }

    /// Looks for newer keys again and again, until it is cancelled.
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
      let keys = state.withLock { $0.keys.keys(named: token.key, for: token.algorithm) }
      if keys.contains(where: { $0.verifies(token.signature, of: token.signed) }) {
        return rules.caller(token.claims, now: now)
      }
      // A key of this name may be new. One that is there, and has not signed this, stays the same.
      guard keys.isEmpty else { return .refused(.wrongSignature) }
      return mayLook ? nil : .refused(.unknownKey)
    }

    // MARK: Newer keys

    private var mayLook: Bool { state.withLock { !$0.waiting.isEmpty || .now - $0.looked >= Self.pause } }

    /// Who asks while keys are fetched waits for these.
    package func refresh(then: @escaping @Sendable () -> Void) {
      let isFirst = state.withLock { state in
        state.waiting.append(then)
        return state.waiting.count == 1
      }
      guard isFirst else { return }
      Task { await look() }
    }

    private func look() async {
      do {
        let document = try await source.read()
        if document != state.withLock({ $0.document }) {
          let keys = try await source.keys(of: document)
          state.withLock { ($0.keys, $0.document) = (keys, document) }
          log("The token keys have changed")
        }
      } catch {
        // The keys that are there stay good: who gives them out may be away for a moment.
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
#endif
