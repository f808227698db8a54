import Oriel

extension WindowHub {
  /// Whether a tenant belongs to this hub. Windows that belong to no tenant are on every hub.
  func has(_ tenant: Tenant) -> Bool {
    neighbours.areNone || neighbours.hub(of: tenant).map { $0 == neighbours.index } ?? true
  }

  /// Asks the other hubs. `then` is called once, here, with the answers of those that have not ended; at once if there are
  /// no others.
  package func askOthers<Answer: Sendable>(
    _ question: @escaping @Sendable (WindowHub) -> Answer, then: @escaping ([Answer]) -> Void
  ) {
    guard !neighbours.areNone else { return then([]) }
    ask({ neighbours.ask(question, then: $0) }) { [self] answers in
      let known = answers.compactMap(\.self)
      let missing = answers.count - known.count
      if missing > 0 { logger.warning("\(missing) hubs have ended, and don't answer") }
      then(known)
      commitPending()
    }
  }

  // MARK: Told by other hubs

  /// Another hub has deleted a tenant.
  func hear(deleted tenant: Tenant) {
    posts.removeAll(to: tenant)
    publisher.removeAll(of: tenant)
  }
}
