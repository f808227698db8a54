import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The source of the keys.
package enum KeySource: Sendable, Equatable {
  /// A JSON Web Key Set in a file.
  case file(String)
  /// A JSON Web Key Set at an https address, or at an http one of this machine.
  case url(URL)
  /// One secret for HS256, in a file.
  case secretFile(String)

  /// A set has a handful of keys.
  private static let limit = 1 << 20

  func read() async throws(KeySetError) -> [UInt8] {
    switch self {
    case .file(let path), .secretFile(let path):
      do {
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      } catch {
        throw .unreadable(error.localizedDescription)
      }
    case .url(let url): return try await Self.fetch(url)
    }
  }

  func keys(of document: [UInt8]) throws(KeySetError) -> KeySet {
    guard case .secretFile = self else { return try KeySet(json: document) }
    var keys: [VerificationKey] = []
    for secret in Self.secrets(in: document) { keys.append(try VerificationKey(secret: secret)) }
    return KeySet(keys)
  }

  /// The file's bytes as they are; and without a line break at its end, which most editors write and some programs
  /// that sign take for a part of the secret.
  private static func secrets(in document: [UInt8]) -> [[UInt8]] {
    guard document.last == 0x0A else { return [document] }
    let line = Array(document.dropLast(document.dropLast().last == 0x0D ? 2 : 1))
    // 32 random bytes may end like a line.
    return line.count < VerificationKey.leastBytes ? [document] : [line, document]
  }

  /// Whether keys may come from here: no one on the way could exchange them.
  package static func isTrusted(_ url: URL) -> Bool {
    switch url.scheme {
    case "https": true
    case "http": ["127.0.0.1", "localhost", "::1", "[::1]"].contains(url.host() ?? "")
    default: false
    }
  }

  private static func fetch(_ url: URL) async throws(KeySetError) -> [UInt8] {
    do {
      return try await Download(limit: limit).bytes(from: url)
    } catch {
      throw .unreadable("\(url): \((error as? DownloadError)?.description ?? error.localizedDescription)")
    }
  }
}

private enum DownloadError: Error, CustomStringConvertible {
  case status(Int)
  case redirected(String)
  case tooLarge

  var description: String {
    switch self {
    case .status(let status): "the answer is \(status)"
    case .redirected(let address): "it leads to \(address), and keys come by https only"
    case .tooLarge: "it is too large for a key set"
    }
  }
}

/// Fetches a small document. It follows redirects to trusted addresses only, and stops reading at the limit.
private final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var error: DownloadError?
    var done: CheckedContinuation<[UInt8], any Error>?
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) { self.limit = limit }

  func bytes(from url: URL) async throws -> [UInt8] {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 5
    configuration.timeoutIntervalForResource = 10
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return try await withCheckedThrowingContinuation { done in
      state.withLock { $0.done = done }
      session.dataTask(with: url).resume()
    }
  }

  private func refuse(_ error: DownloadError) { state.withLock { $0.error = $0.error ?? error } }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    if let url = request.url, KeySource.isTrusted(url) { return completionHandler(request) }
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
    if let status, status != 200 { refuse(.status(status)) }
    let (done, result) = state.withLock { state in
      defer { state.done = nil }
      let error = (state.error as (any Error)?) ?? error
      return (state.done, error.map(Result.failure) ?? .success(state.bytes))
    }
    done?.resume(with: result)
  }
}
