import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum DownloadError: Error, CustomStringConvertible {
  /// With the beginning of the answer.
  case status(Int, [UInt8])
  case redirected(String)
  case tooLarge

  var description: String {
    switch self {
    case .status(let status, _): "the answer is \(status)"
    case .redirected(let address): "it leads to \(address), which is not trusted"
    case .tooLarge: "it is too large"
    }
  }
}

/// Fetches a small document. It follows redirects to trusted addresses only, and stops reading at the limit.
final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var error: DownloadError?
    var done: CheckedContinuation<[UInt8], any Error>?
  }

  private let limit: Int
  private let followsRedirects: Bool
  private let state = Mutex(State())

  /// - Parameter followsRedirects: Not for what has a secret in it, which is for one address alone.
  init(limit: Int, followsRedirects: Bool = true) { (self.limit, self.followsRedirects) = (limit, followsRedirects) }

  /// - Throws: `DownloadError`, also for another status than 200, or an error of the network.
  func bytes(of request: URLRequest) async throws -> [UInt8] {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    configuration.timeoutIntervalForResource = 10
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return try await withCheckedThrowingContinuation { done in
      state.withLock { $0.done = done }
      session.dataTask(with: request).resume()
    }
  }

  private func refuse(_ error: DownloadError) { state.withLock { $0.error = $0.error ?? error } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    if followsRedirects, let url = request.url, KeySource.isTrusted(url) { return completionHandler(request) }
    refuse(.redirected(request.url?.absoluteString ?? ""))
    completionHandler(nil)
    task.cancel()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      state.bytes += data
      return state.bytes.count > limit
    }
    guard isTooLarge else { return }
    refuse(.tooLarge)
    dataTask.cancel()
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let status = (task.response as? HTTPURLResponse)?.statusCode
    let (done, result) = state.withLock { state in
      if let status, status != 200 { state.error = state.error ?? .status(status, state.bytes) }
      defer { state.done = nil }
      let error = (state.error as (any Error)?) ?? error
      return (state.done, error.map(Result.failure) ?? .success(state.bytes))
    }
    done?.resume(with: result)
  }
}
