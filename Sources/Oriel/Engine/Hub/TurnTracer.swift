import Synchronization

/// Some code of the app that a tracing system follows: the handler of an event, a request or a message.
package struct TracedTurn: Sendable {
  package enum Kind: Sendable {
    case event
    case request
    case message
  }

  package var kind: Kind
  package var name: String
  package var attributes: [String: String]
  /// The header fields of a request, which may name the caller's span.
  package var headers: [String: String]

  /// - Parameter tenant: Where it runs; the name of a user's own tenant is the user's, and is left out.
  package init(
    _ kind: Kind, _ name: String, of tenant: Tenant, _ attributes: [String: String], headers: [String: String] = [:]
  ) {
    (self.kind, self.name, self.attributes, self.headers) = (kind, name, attributes, headers)
    if !tenant.isOfUser { self.attributes["oriel.tenant"] = "\(tenant)" }
  }
}

/// Records what the app's code does over time. May be used on any thread.
package protocol TurnTracer: Sendable {
  func begin(_ turn: TracedTurn) -> any TurnSpan
}

/// A piece of code that is being recorded.
package protocol TurnSpan: AnyObject, Sendable {
  /// Runs the code. Tasks that it starts, and what they call, belong to the span.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result

  /// The code has ended; called once.
  func end(_ error: (any Error)?, _ attributes: [String: String])
}

/// The tracer of the process, if the app has one.
package enum TurnTracing {
  package static let tracer = Mutex<(any TurnTracer)?>(nil)
}

extension Optional where Wrapped == any TurnSpan {
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let self else { return try body() }
    return try self.run(body)
  }

  /// Runs code that ends before this returns.
  package func runToEnd<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let self else { return try body() }
    do {
      let result = try self.run(body)
      self.end(nil, [:])
      return result
    } catch {
      self.end(error, [:])
      throw error
    }
  }
}
