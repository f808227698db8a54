import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// One for the addresses at which other nodes serve, to which no proxy leads.
  static func toNodes(delegate: (any URLSessionDelegate)? = nil) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// The library has a time limit too, which does not end all that it should.
  ///
  /// - Returns: `nil` if no answer came in time.
  func answer(to request: URLRequest, within patience: Duration) async -> (body: Data, status: Int)? {
    await withTaskGroup { group in
      group.addTask {
        guard let (body, response) = try? await self.data(for: request) else { return (body: Data, status: Int)?.none }
        return (body, (response as? HTTPURLResponse)?.statusCode ?? 0)
      }
      group.addTask {
        try? await Task.sleep(for: patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
