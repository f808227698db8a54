import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The exchange has refused the order: another attempt would meet the same.
struct Rejection: Error {
  let reason: String
}

protocol Exchange: AnyObject, Sendable {
  func place(_ order: Order, key: String) async throws
  func cancel(_ order: Order, key: String) async throws
}

/// An exchange that takes all orders but large ones, for trying the app out.
final class SimulatedExchange: Exchange {
  func place(_ order: Order, key: String) async throws {
    try await Task.sleep(for: .milliseconds(50))
    if order.quantity > 10_000 { throw Rejection(reason: "too large") }
  }

  func cancel(_ order: Order, key: String) async throws { try await Task.sleep(for: .milliseconds(50)) }
}

/// An exchange over HTTP, which does what it is told under a key once.
final class HTTPExchange: Exchange {
  let url: URL

  init(url: URL) { self.url = url }

  func place(_ order: Order, key: String) async throws { try await send("orders", order, key: key) }
  func cancel(_ order: Order, key: String) async throws { try await send("cancellations", order, key: key) }

  private struct Answer: Decodable { let reason: String }
  private struct Failure: Error { let status: Int }

  private func send(_ path: String, _ order: Order, key: String) async throws {
    var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: 3)
    request.httpMethod = "POST"
    request.setValue(key, forHTTPHeaderField: "idempotency-key")
    request.httpBody = try JSONEncoder().encode(order)
    let (data, response) = try await URLSession.shared.data(for: request)
    switch (response as? HTTPURLResponse)?.statusCode ?? 0 {
    case 200: return
    case 422: throw Rejection(reason: try JSONDecoder().decode(Answer.self, from: data).reason)
    case let status: throw Failure(status: status)
    }
  }
}

/// What the exchange proves itself with when it reports fills.
final class HookSecret: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}
