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
    private static let session = URLSession.toNodes()

    /// - Returns: `nil` if the node does not answer within half a second.
    static func ask(_ question: NodeQuestion, _ node: ServerNode) async -> Bool? {
      switch question {
      case .areYou(let life):
        if let found = await get("/health/node", of: node).flatMap({ Life($0[...]) }) { return found == life }
        return NodeAddress(node.address, looksUpNames: false)?.refusesConnections == true ? false : nil
      case .isDatabaseThere:
        let answers = ["answers": true, "does not answer": false]
        return await get("/health/store", of: node).flatMap { answers[$0] }
      }
    }

    /// The text of a page. A 503 is an answer too: a node without the database says so with it.
    private static func get(_ path: String, of node: ServerNode) async -> String? {
      guard let url = URL(string: "http://\(node.address)\(path)") else { return nil }
      let answer = await session.answer(to: URLRequest(url: url), within: .milliseconds(500))
      return answer.map { String(decoding: $0.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
  }
#endif
