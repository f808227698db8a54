/// An address of the app's own that programs and links ask by HTTP: a webhook, an export, a health check.
///
/// ```swift
/// @main struct Blotter: WindowApp {
///   var tenancy: Tenancy { .claim("desk") }
///   …
///   var endpoints: [Endpoint] {
///     [
///       Endpoint(.post, "/hooks/{tenant}/fills", Desk.self)
///         .opensToAnyone()
///         .idempotencyKey { $0.header("webhook-id") },
///       Endpoint(.get, "/orders.csv", Desk.self),
///     ]
///   }
/// }
/// ```
///
/// A request is answered by an object of a tenant, in its ``SavedState/respond(to:)``. The pattern names the tenant with
/// `{tenant}`; without it, the app's ``WindowApp/tenancy`` does, as for a page at this address. Only members of the
/// tenant are answered, unless the endpoint ``opensToAnyone()``.
///
/// A program that can't start with its endpoints says why.
public struct Endpoint: Sendable {
  /// A method of HTTP (RFC 9110 §9). `HEAD` is answered like `GET`.
  public enum Method: String, Sendable, CaseIterable {
    /// Reads, and changes nothing.
    case get = "GET"
    /// Has the app do something with the body.
    case post = "POST"
    /// Creates or replaces what the path names.
    case put = "PUT"
    /// Changes a part of what the path names (RFC 5789).
    case patch = "PATCH"
    /// Deletes what the path names.
    case delete = "DELETE"

    /// Whether requests change nothing (RFC 9110 §9.2.1), so that their answers need not wait for what is saved.
    package var isSafe: Bool { self == .get }
  }

  /// Finds the key of a request, with which its sender says it again.
  package typealias Key = @Sendable (Request) throws -> String?

  package let method: Method
  package let pattern: String
  /// The type of the object, as messages name it.
  package let type: String
  package let typeName: String
  package private(set) var tenancy: Tenancy?
  package private(set) var requiredRole: String?
  package private(set) var isOpen = false
  package private(set) var mayCreateTenant = false
  package private(set) var bodyBytes = 64 * 1024
  /// In milliseconds.
  package private(set) var time: Int64 = 10_000
  package private(set) var key: Key?
  /// In milliseconds.
  package private(set) var keyTime: Int64 = 24 * 3_600_000

  /// - Parameters:
  ///   - method: The method.
  ///   - pattern: A path such as `/orders/{order}.csv`. A component in braces stands for any component that isn't empty; a
  ///     request has its value under this name. Where several patterns fit, the one with the earlier fixed component is
  ///     taken. At least one component is fixed, and the first is none of the server's own.
  ///   - type: The class of the object that answers, among those of ``WindowApp/environment(for:)-(Tenant)``.
  public init<Responder: SavedState>(_ method: Method, _ pattern: String, _ type: Responder.Type) {
    self.method = method
    self.pattern = pattern
    self.type = TypeName.of(type).mangled
    typeName = TypeName.of(type).short
  }

  /// Answers also those who are no members of the tenant, and have no credentials: ``Request/user`` is `nil` for them. Verify
  /// a webhook's signature in ``SavedState/verify(_:)``.
  ///
  /// Requests for a tenant that has nothing saved and no window get 404: an unknown sender, and a visitor without a name,
  /// create no tenant, unless the endpoint ``createsTenant()``. A bearer token counts here only if it is a JSON Web Token of a user, as senders have tokens of their own.
  public func opensToAnyone() -> Self { changing { $0.isOpen = true } }

  /// Has the first request for a tenant create it, as its first window does, although the sender is no named user: a webhook may
  /// come before anybody has opened a window.
  ///
  /// ```swift
  /// Endpoint(.post, "/hooks/{tenant}/fills", Desk.self).opensToAnyone().createsTenant()
  /// ```
  ///
  /// Two things must say no to the names that a stranger makes up: ``WindowApp/environment(for:)-(Tenant)`` throws
  /// ``UnknownTenant`` for what is none of the app's, and ``SavedState/verify(_:)`` throws for a sender that it doesn't know. It
  /// is called before the tenant's objects start. An address can create as many tenants in an hour as it can open windows.
  public func createsTenant() -> Self { changing { $0.mayCreateTenant = true } }

  /// Restricts an endpoint to members with a role, as ``Scene/requiresRole(_:)`` does for a scene. Others get 403.
  public func requiresRole(_ role: String) -> Self { changing { $0.requiredRole = role } }

  /// Gives one endpoint a tenancy of its own, such as `.single` for a health check of an app with many tenants.
  public func tenancy(_ tenancy: Tenancy) -> Self { changing { $0.tenancy = tenancy } }

  /// The largest body that is accepted, in bytes: 64 KiB by default, and at most 16 MiB. Larger ones get 413 and are not
  /// read.
  public func bodyLimit(_ bytes: Int) -> Self { changing { $0.bodyBytes = min(max(0, bytes), Self.largestBody) } }

  /// How long the sender waits for an answer: 10 s by default, and at most 5 minutes. Then it gets 504, and the task of
  /// ``SavedState/respond(to:)`` is cancelled.
  public func timeLimit(_ limit: Duration) -> Self {
    changing { $0.time = min(max(1, limit.milliseconds), 300_000) }
  }

  /// Handles requests that have the same key once, however often they come: the same user's, to this endpoint, in the same
  /// tenant. This is how a webhook that is delivered twice changes the state once.
  ///
  /// The key is saved together with what ``SavedState/respond(to:)`` changes until its first `await`, and
  /// ``HubObject/once(_:)`` extends that as in a handler. A repeated request gets the first answer, if that has at most
  /// 1 KiB, and otherwise its status alone. If the process ended before there was an answer, it gets 200. One that comes
  /// while the first is handled waits for its answer. The same key with another path, query or body gets 422.
  ///
  /// An error, or an answer of 400 or above, forgets the key: the sender may try again. A handler whose time was over
  /// is not repeated once something of it is saved.
  ///
  /// - Parameters:
  ///   - duration: How long a key is remembered: as long as the sender may repeat a request. A day by default, and at most 30
  ///     days. A tenant remembers 100,000 keys: 10,000 of one user, and 25,000 of all in one network who have not signed in, for
  ///     each endpoint. Beyond that, the oldest of the sender who has most are forgotten, and the log says so.
  ///   - key: Returns the key, of at most 128 bytes, such as the header that the sender documents; requests without one get
  ///     400. If it throws, the error is the answer, as in ``SavedState/respond(to:)``.
  public func idempotencyKey(
    keptFor duration: Duration = .seconds(24 * 3600), _ key: @escaping @Sendable (Request) throws -> String?
  ) -> Self {
    changing {
      $0.key = key
      $0.keyTime = min(max(1000, duration.milliseconds), 30 * 24 * 3_600_000)
    }
  }

  /// The largest body of a request or an answer, in bytes.
  package static let largestBody = 16 << 20

  private func changing(_ change: (inout Self) -> Void) -> Self {
    var changed = self
    change(&changed)
    return changed
  }
}
