import Oriel

/// The messages from tenants to tenants.
final class Posts {
  private unowned let hub: WindowHub
  private var waiting = WaitingPosts()

  init(of hub: WindowHub) { self.hub = hub }

  /// The messages that wait for a tenant.
  subscript(tenant: Tenant) -> PostCount { waiting[tenant] }

  /// Sends a message with the running turn. It leaves when that is saved.
  ///
  /// - Returns: Whether it is sent. Without a limit, messages to a closed tenant would fill the store.
  func send(_ message: [UInt8], to type: String, of tenant: Tenant, from sender: Tenant) -> Bool {
    let post = StoredPost(to: tenant, from: sender, type: type, message: message)
    guard waiting.add(post, hub.limits, isTold: !hub.neighbours.areNone) else {
      hub.log(
        .error, onceAMinute: "post \(tenant)",
        "A message to the tenant \"\(tenant)\" was not sent: \(waiting[tenant].count) wait for it already",
        ["bytes": "\(waiting[tenant].bytes)", "sender": "\(sender)"])
      return false
    }
    hub.writer.record(\.posts, post)
    return true
  }

  /// Counts the messages that wait in the store. This must be called before the first connection. Where other nodes send
  /// messages too, they are counted again each 5 seconds, so limits may be passed meanwhile.
  func load() async throws {
    if hub.store.nodes != nil {
      _ = hub.scheduler.schedule(after: 5000) { [weak hub] in hub?.performNow { try? await hub?.posts.load() } }
    }
    waiting = WaitingPosts(try await hub.read { try $0.waitingPosts() })
  }

  /// Deletes a message with the running turn: it is handled, or there is no receiver.
  func delete(_ post: StoredPost, to tenant: Tenant) {
    waiting.remove(post, to: tenant, isTold: !hub.neighbours.areNone)
    hub.writer.record(
      \.posts, StoredPost(number: post.number, to: tenant, from: post.sender, type: post.type, message: nil))
  }

  /// Turns were saved: the receivers of their messages read them, here or on other hubs.
  func announce(_ posts: [StoredPost]) {
    let receivers = Set(posts.lazy.filter { $0.message != nil }.map(\.tenant))
    if !hub.neighbours.areNone {
      let news = PostNews(receivers: receivers.filter { !hub.has($0) }, changes: waiting.drainChanges())
      if !news.isEmpty { hub.neighbours.announce(news) }
    }
    wake(receivers)
  }

  /// Another hub has saved messages to tenants, or that they are handled.
  func hear(_ news: PostNews) {
    waiting.add(news.changes)
    wake(news.receivers)
    hub.commitPending()
  }

  /// A tenant was deleted from the store.
  func removeAll(to tenant: Tenant) { waiting.removeAll(to: tenant) }

  func rename(_ tenant: Tenant, to name: Tenant) { waiting.rename(tenant, to: name) }

  /// Has those of the tenants that belong to this hub read their messages.
  func wake(_ receivers: Set<Tenant>) {
    for tenant in receivers where hub.has(tenant) {
      guard let home = hub.homes[tenant] else {
        hub.withHome(tenant) { _ in }
        continue
      }
      home.inbox.announce()
      hub.handleMessages(of: home)
    }
  }

  /// Messages to a tenant that the app doesn't know are gone.
  func deleteAll(to tenant: Tenant) {
    let limit = hub.limits.messagesAtOnce
    hub.read(.owner(SavedOwner(tenant)), { try $0.posts(to: tenant, after: 0, limit: limit) }) {
      [hub] result in
      guard case .success(let found) = result, !found.isEmpty else { return }
      hub.log(
        .error, onceAMinute: "unknown \(tenant)",
        "\(found.count) messages to the tenant \"\(tenant)\" are gone: the app does not know it")
      for post in found { hub.posts.delete(post, to: tenant) }
      hub.commitPending()
      if found.count == hub.limits.messagesAtOnce { hub.posts.deleteAll(to: tenant) }
    }
  }

  func read(for home: Home) {
    guard home.inbox.beginReading(atMost: hub.limits.messagesReadAtOnce) else { return }
    home.holds += 1
    let limit = home.inbox.limit(for: hub.limits.messagesReadAtOnce)
    hub.read(
      .owner(SavedOwner(home.tenant)), { [tenant = home.tenant] in try $0.posts(to: tenant, after: 0, limit: limit) }
    ) { [hub] result in
      home.holds -= 1
      switch result {
      case .success(let found):
        home.inbox.read(found, of: limit)
        if home.inbox.needsObjects { hub.start(home) }
        // More may have been announced meanwhile.
        hub.handleMessages(of: home)
      case .failure(let error):
        hub.log(
          .error, onceAMinute: "unread messages \(home.tenant)",
          "Messages to the tenant \"\(home.tenant)\" can't be read; next try in 5 s: \(error)")
        home.inbox.readingFailed()
        hub.handleMessages(of: home, after: 5000)
      }
      hub.commitPending()
    }
  }
}
