import Foundation
import OrielHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if PostgreSQL
  import OrielPostgres
  import OrielTransport

  /// Asks other nodes whether they live and what they know, at the address where they serve.
  enum NodeQuestions {
    /// Of its own, so that no operator's request is before a question.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = 1
      configuration.timeoutIntervalForResource = 1
      configuration.connectionProxyDictionary = [:]
      return URLSession(configuration: configuration)
    }()

    /// - Returns: `nil` if the node does not answer within a second.
    static func ask(_ question: NodeQuestion, _ node: ServerNode) -> Bool? {
      switch question {
      case .areYou(let life):
        if let found = get("/health/node", of: node).flatMap({ Life($0[...]) }) { return found == life }
        return NodeAddress(node.address, looksUpNames: false)?.refusesConnections == true ? false : nil
      case .isDatabaseThere: return get("/health/store", of: node).map { $0 == "answers" }
      }
    }

    private static func get(_ path: String, of node: ServerNode) -> String? {
      guard let url = URL(string: "http://\(node.address)\(path)") else { return nil }
      let done = DispatchSemaphore(value: 0)
      // Guard: written before the semaphore is signalled, and read after it.
      nonisolated(unsafe) var answer: String?
      let task = session.dataTask(with: url) { data, response, _ in
        if let data, (response as? HTTPURLResponse)?.statusCode == 200 {
          answer = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        done.signal()
      }
      task.resume()
      guard done.wait(timeout: .now() + .milliseconds(500)) == .success else {
        task.cancel()
        return nil
      }
      return answer
    }
  }
#endif
