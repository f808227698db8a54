import Oriel

/// The publications of all tenants: what readers see, and how often that changes.
struct Publications {
  let table = PublicationTable()
  /// The last number given: later values have higher ones, also after a withdrawal or a restart.
  private var lastNumber: Int64 = 0
  /// The last numbers of the publications of other hubs' tenants.
  private var told: [StoredPublication.Key: Int64] = [:]
  /// Those in `told` that were withdrawn, oldest first: the last ones are kept, because something older may still come.
  private var withdrawn = KeyedQueue<StoredPublication.Key, Void>()
  private static let withdrawnKept = 1000
  /// The values that changed less than an interval ago.
  private var recent: [StoredPublication.Key: Recent] = [:]

  private struct Recent {
    /// The newer value, which readers see at the end of the interval.
    var next: StoredPublication?
  }

  mutating func number(at time: Int64) -> Int64 {
    lastNumber = max(lastNumber + 1, time)
    return lastNumber
  }

  /// The number of publications of other hubs' tenants that it keeps a number for.
  var toldCount: Int { told.count }

  /// - Parameter isTold: Whether another hub announces a tenant's publications.
  mutating func loaded(_ stored: [StoredPublication], isTold: (Tenant) -> Bool) {
    for publication in stored {
      lastNumber = max(lastNumber, publication.number)
      guard !isTold(publication.key.tenant) || isNews(publication) else { continue }
      show(publication)
    }
  }

  /// Records a publication that another hub has announced.
  ///
  /// - Returns: Whether it is newer than what is known.
  mutating func isNews(_ publication: StoredPublication) -> Bool {
    // Its tenant may come here, where a clock may be behind.
    lastNumber = max(lastNumber, publication.number)
    guard publication.number > told[publication.key] ?? 0 else { return false }
    told[publication.key] = publication.number
    withdrawn.remove(publication.key)
    if publication.value == nil { forgetLater(publication.key) }
    return true
  }

  private mutating func forgetLater(_ key: StoredPublication.Key) {
    withdrawn.append((), for: key)
    while withdrawn.count > Self.withdrawnKept, let oldest = withdrawn.popFirst() { told[oldest.key] = nil }
  }

  func show(_ publication: StoredPublication) {
    table.set(publication.value, type: publication.key.type, of: publication.key.tenant)
  }

  /// A value has been saved.
  ///
  /// - Returns: Whether readers saw it, so that an interval begins.
  mutating func saved(_ publication: StoredPublication) -> Bool {
    if recent[publication.key] != nil {
      recent[publication.key]?.next = publication
      return false
    }
    recent[publication.key] = Recent()
    show(publication)
    return true
  }

  /// The interval of a value has ended.
  ///
  /// - Returns: Whether a newer one was seen, so that another begins.
  mutating func intervalEnded(of key: StoredPublication.Key) -> Bool {
    guard let next = recent[key]?.next else {
      recent[key] = nil
      return false
    }
    recent[key] = Recent()
    show(next)
    return true
  }

  mutating func removeAll(of tenant: Tenant) {
    for key in recent.keys where key.tenant == tenant { recent[key]?.next = nil }
    for key in told.keys where key.tenant == tenant { forgetLater(key) }
    table.removeAll(of: tenant)
  }
}
