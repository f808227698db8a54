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

    /// - Returns: `nil` if there is no answer in time.
    static func ask(_ question: NodeQuestion, _ node: ServerNode) async -> Bool? {
      switch question {
      case .areYou(let life):
        if let found = await get("/health/node", of: node, within: .milliseconds(1500)).flatMap({ Life($0[...]) }) {
          return found == life
        }
      case .isDatabaseThere:
        let answers = ["answers": true, "does not answer": false]
        let answer = await get("/health/store", of: node, within: NodeQuestion.patience)
        if let answer = answer.flatMap({ answers[$0] }) { return answer }
      }
      return NodeAddress(node.address, looksUpNames: false)?.refusesConnections == true ? false : nil
    }

    /// The text of a page. A 503 is an answer too: a node without the database says so with it.
    private static func get(_ path: String, of node: ServerNode, within time: Duration) async -> String? {
      guard let url = URL(string: "http://\(node.address)\(path)") else { return nil }
      let answer = await session.answer(to: URLRequest(url: url), within: time)
      return answer.map { String(decoding: $0.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    }
  }
#endif
