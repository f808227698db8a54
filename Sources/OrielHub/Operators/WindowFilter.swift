import Oriel
import OrielDocument

/// An operator's filter for windows that match all of its conditions.
package struct WindowFilter: Hashable, Sendable {
  package enum State: String, Sendable, CaseIterable {
    /// In memory.
    case awake
    /// A page shows it.
    case attached
    /// A page shows it, which is behind: its browser stands still, or its line does.
    case behind
    /// In memory, and no page shows it.
    case waiting
    /// It is only in the store.
    case asleep
    /// It is parked, or its user is.
    case parked
    /// In any state.
    case all
  }

  /// Words that must all occur in the user's id, the scene or the title, or begin the window's id, ignoring case. Only the
  /// first 16 count.
  package var text = ""
  package static let maxWords = 16
  package var tenant: Tenant?
  package var user: String?
  package var scene: String?
  package var state = State.awake
  /// One of the window's tags. Sleeping windows have none.
  package var tag: String?
  /// Any of these; `nil` for all windows.
  package var scopes: [WindowScope]?
  /// Not used for this long, in milliseconds.
  package var unusedFor: Int64 = 0
  /// Conditions that an operator has typed.
  package var clauses: [Clause] = []

  package init() {}

  package var wordCount: Int { text.split(separator: " ").count }
  var words: [[UInt8]] {
    text.split(separator: " ", maxSplits: Self.maxWords).prefix(Self.maxWords).map { Array($0.lowercased().utf8) }
  }

  var wantsAwake: Bool { state != .asleep && state != .parked }
  var wantsAsleep: Bool { state == .asleep || state == .parked || state == .all }
}

/// A window as a row of a list.
package struct WindowRow: Equatable, Sendable {
  package var id: WindowID
  package var tenant: Tenant
  package var user: String
  /// The name and the address of the user, as their sign-in has told them.
  package var name: String?
  package var email: String?
  package var scene: String
  package var title: String
  package var state: WindowFilter.State
  /// How many operators watch it.
  package var observers = 0
  /// Milliseconds since 1970.
  package var lastUsedAt: Int64
  package var tags: [String] = []
  /// The events of the last minute, as far as they are kept.
  package var recentEvents = 0
  /// Nanoseconds of the slowest of the last events.
  package var slowest: Int64 = 0
  /// Its page, if it has one.
  package var page: PageHealth?
  /// The reason why it is unavailable.
  package var parked: Parked?
}

/// A filter, prepared for matching many windows.
struct WindowMatcher {
  private let filter: WindowFilter
  private let words: [[UInt8]]
  private let usedBefore: Int64
  private let now: Int64
  private let node: String?

  init(_ filter: WindowFilter, now: Int64, node: String?) {
    (self.filter, self.now, self.node) = (filter, now, node)
    words = filter.words
    usedBefore = filter.unusedFor > 0 ? now - filter.unusedFor : .max
  }

  /// How many times as long a window takes as with one word.
  var cost: Int { max(1, words.count + filter.clauses.count) }

  func matches(_ window: Window) -> Bool {
    guard !window.isConsole, window.lastUsedAt <= usedBefore else { return false }
    switch filter.state {
    case .awake, .all: break
    case .attached: guard window.isAttached else { return false }
    case .behind: guard window.health?.lag != nil else { return false }
    case .waiting: guard !window.isAttached else { return false }
    case .asleep, .parked: return false
    }
    if let tag = filter.tag, !window.has(tag: tag) { return false }
    guard isInScope(window.sceneID, window.tags) else { return false }
    let account = window.user.account
    let isFound = matches(id: window.id, account.tenant, user: account.id, scene: window.sceneID) { word in
      window.hasTitle { $0.contains(folded: word) } || account.isCalled(word)
        || window.tags.contains { $0.contains(folded: word) }
    }
    guard isFound else { return false }
    guard !filter.clauses.isEmpty else { return true }
    let found = FilteredWindow(
      id: window.id, tenant: account.tenant, user: account.id, scene: window.sceneID,
      state: window.pageState, usedAt: window.lastUsedAt,
      slowest: window.recentActivity(since: .min).slowest, has: window.has,
      isTitled: { part in window.hasTitle { $0.contains(folded: part) } })
    return filter.clauses.allSatisfy { $0.matches(found, node: node, now: now) }
  }

  func matches(_ window: StoredSummary, isParked: Bool) -> Bool {
    (isParked || filter.state != .parked) && filter.tag == nil && window.usedAt <= usedBefore
      && isInScope(window.scene, [])
      && matches(id: window.id, window.tenant, user: window.user, scene: window.scene) {
        window.title.contains(folded: $0)
      }
      && (filter.clauses.isEmpty
        || filter.clauses.allSatisfy { $0.matches(asleep(window, isParked), node: nil, now: now) })
  }

  private func asleep(_ window: StoredSummary, _ isParked: Bool) -> FilteredWindow {
    FilteredWindow(
      id: window.id, tenant: window.tenant, user: window.user, scene: window.scene,
      state: isParked ? .parked : .asleep, usedAt: window.usedAt,
      isTitled: { window.title.contains(folded: $0) })
  }

  private func isInScope(_ scene: String, _ tags: Set<String>) -> Bool {
    filter.scopes.map { $0.contains { $0.contains(scene: scene, tags: tags) } } ?? true
  }

  /// - Parameter isCalled: Whether a word is in its titles, tags or names.
  private func matches(
    id: WindowID, _ tenant: Tenant, user: String, scene: String, isCalled: (_ word: [UInt8]) -> Bool
  ) -> Bool {
    if let wanted = filter.tenant, wanted != tenant { return false }
    if let wanted = filter.user, !wanted.hasSameScalars(as: user) { return false }
    if let wanted = filter.scene, !wanted.hasSameScalars(as: scene) { return false }
    return words.allSatisfy { word in
      user.contains(folded: word) || scene.contains(folded: word) || id.rawValue.begins(folded: word)
        || isCalled(word)
    }
  }
}

extension User {
  /// The address of the claim `email`.
  package var email: String? { claims["email"] }

  /// Whether a lower-case word is in the name or the address.
  func isCalled(_ word: [UInt8]) -> Bool {
    (name?.contains(folded: word) ?? false) || (email?.contains(folded: word) ?? false)
  }
}

extension Window {
  var pageState: WindowFilter.State { health.map { $0.lag == nil ? .attached : .behind } ?? .waiting }
}

extension String {
  /// Whether an ASCII text begins with these lower-case bytes, ignoring case.
  fileprivate func begins(folded word: [UInt8]) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.holds(word, at: 0) } ?? false
  }

  /// Whether the text contains these lower-case bytes, ignoring case. Makes no copy of an ASCII text.
  func contains(folded word: [UInt8]) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { text -> Bool? in
      guard let first = word.first else { return true }
      var index = 0
      while index < text.count {
        guard text[index] < 0x80 else { return nil }
        if text[index].folded == first, text.holds(word, at: index) { return true }
        index += 1
      }
      return false
    }
    return found.flatMap(\.self)
      ?? Array(lowercased().utf8).withUnsafeBufferPointer { text in
        text.indices.contains { text.holds(word, at: $0) }
      }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func holds(_ word: [UInt8], at start: Int) -> Bool {
    guard start + word.count <= count else { return false }
    for index in word.indices where self[start + index].folded != word[index] { return false }
    return true
  }
}

extension UInt8 {
  fileprivate var folded: UInt8 { 0x41...0x5A ~= self ? self | 0x20 : self }
}
