import Oriel

// The messages from tenants to tenants.

extension WindowHub {
  /// Sends a message with the running turn. It leaves when that is saved.
  ///
  /// - Returns: Whether it is sent. Without a limit, messages to a closed tenant would fill the store.
  func post(_ message: [UInt8], to type: String, of tenant: Tenant, from sender: Tenant) -> Bool {
    let post = StoredPost(to: tenant, from: sender, type: type, message: message)
    guard posts.add(post, limits, isTold: !neighbours.areNone) else {
      if let repeats = lines.admit("post \(tenant)", now: scheduler.now) {
        let others = repeats.count == 0 ? "" : ", and \(repeats.count) before it"
        logger.error(
          "A message to the tenant \"\(tenant)\" was not sent\(others): \(posts[tenant].count) wait for it already",
          metadata: ["bytes": "\(posts[tenant].bytes)", "sender": "\(sender)"])
      }
      return false
    }
    writer.note(\.posts, post)
    return true
  }

  /// Counts the messages that wait in the store. This must be called before the first connection.
  func loadWaitingPosts() async throws { posts = WaitingPosts(try await read { try $0.waitingPosts() }) }

  /// Deletes a message with the running turn: it is handled, or there is no receiver.
  func delete(_ post: StoredPost, to tenant: Tenant) {
    posts.remove(post, to: tenant, isTold: !neighbours.areNone)
    writer.note(
      \.posts, StoredPost(number: post.number, to: tenant, from: post.sender, type: post.type, message: nil))
  }

  /// Turns were saved: the receivers of their messages read them, here or on other hubs.
  func announce(_ posts: [StoredPost]) {
    let receivers = Set(posts.lazy.filter { $0.message != nil }.map(\.tenant))
    if !neighbours.areNone {
      let news = PostNews(receivers: receivers.filter { !has($0) }, changes: self.posts.takeChanges())
      if !news.isEmpty { neighbours.announce(news) }
    }
    wake(receivers)
  }

  /// Has those of the tenants that belong to this hub read their messages.
  func wake(_ receivers: Set<Tenant>) {
    for tenant in receivers where has(tenant) {
      guard let home = homes[tenant] else {
        withHome(tenant) { _ in }
        continue
      }
      home.inbox.announce()
      handleMessages(of: home)
    }
  }

  /// Messages to a tenant that the app doesn't know are gone.
  func deletePosts(to tenant: Tenant) {
    let limit = limits.messagesAtOnce
    read(.owner(SavedOwner(tenant)), { try $0.posts(to: tenant, after: 0, limit: limit) }) {
      [self] result in
      guard case .success(let found) = result, !found.isEmpty else { return }
      log(
        .error, onceAMinute: "unknown \(tenant)",
        "\(found.count) messages to the tenant \"\(tenant)\" are gone: the app does not know it")
      for post in found { delete(post, to: tenant) }
      commitPending()
      if found.count == limits.messagesAtOnce { deletePosts(to: tenant) }
    }
  }

  func readPosts(to home: Home) {
    guard home.inbox.beginReading() else { return }
    home.holds += 1
    read(
      .owner(SavedOwner(home.tenant)),
      { [limits, tenant = home.tenant, last = home.inbox.lastPost] in
        try $0.posts(to: tenant, after: last, limit: limits.messagesReadAtOnce)
      }
    ) { [self] result in
      home.holds -= 1
      switch result {
      case .success(let found):
        home.inbox.read(found, mayHaveMore: found.count == limits.messagesReadAtOnce)
        if home.inbox.needsObjects { start(home) }
        if found.isEmpty { unloadIfUnused(home) } else { handleMessages(of: home) }
      case .failure(let error):
        logger.error("Messages to the tenant \"\(home.tenant)\" can't be read; next try in a minute: \(error)")
        home.inbox.read([], mayHaveMore: true)
        handleMessages(of: home, after: 60_000)
      }
      commitPending()
    }
  }
}
