/// Objects for every tenant of a process: pools, and clients of other systems. Models read them with `@Environment`.
///
/// ```swift
/// func prepare() async throws -> Services {
///   try await feed.connect()
///   return [feed, hospital]
/// }
/// ```
public struct Services: Sendable, ExpressibleByArrayLiteral {
  package let all: [any AnyObject & Sendable]

  public init(arrayLiteral services: any AnyObject & Sendable...) { all = services }

  private init(_ all: [any AnyObject & Sendable]) { self.all = all }

  /// The same with an object in front, over which all others have precedence.
  package func beginning(with first: (any AnyObject & Sendable)?) -> Services {
    first.map { Services([$0] + all) } ?? self
  }
}
