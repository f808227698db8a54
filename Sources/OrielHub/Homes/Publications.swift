import Oriel

/// The publications of all tenants: what readers see, and how often that changes.
struct Publications {
  let table = PublicationTable()
  /// The last number given: later values have higher ones, also after a withdrawal or a restart.
  private var lastNumber: Int64 = 0
  /// The last numbers of the publications of other hubs' tenants.
  private var told: [StoredPublication.Key: Int64] = [:]
  /// Those in `told` that were withdrawn, oldest first: the last ones are kept, because something older may still come.
  private var withdrawn: [(key: StoredPublication.Key, number: Int64)] = []
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

  /// Notes a publication that another hub has announced.
  ///
  /// - Returns: Whether it is newer than what is known.
  mutating func isNews(_ publication: StoredPublication) -> Bool {
    guard publication.number > told[publication.key] ?? 0 else { return false }
    told[publication.key] = publication.number
    if publication.value == nil { forgetLater(publication.key) }
    return true
  }

  private mutating func forgetLater(_ key: StoredPublication.Key) {
    guard let number = told[key] else { return }
    withdrawn.append((key, number))
    guard withdrawn.count > 2 * Self.withdrawnKept else { return }
    for old in withdrawn.prefix(Self.withdrawnKept) where told[old.key] == old.number { told[old.key] = nil }
    withdrawn.removeFirst(Self.withdrawnKept)
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

extension WindowHub {
  /// Replaces a tenant's publication, with the running turn.
  func publish(_ value: [UInt8]?, as type: PublicationType, of tenant: Tenant) {
    repeatable?.changes("publications")
    if let value, let refusal = reasonNotToPublish(value, as: type, of: tenant) {
      guard lines.admit("publication \(type.name)", now: scheduler.now) != nil else { return }
      return logger.error("\(type.readable) was not published: \(refusal)", metadata: ["tenant": "\(tenant)"])
    }
    let key = StoredPublication.Key(tenant: tenant, type: type.name)
    writer.note(StoredPublication(key, number: publications.number(at: wallTime), value: value))
  }

  private func reasonNotToPublish(_ value: [UInt8], as type: PublicationType, of tenant: Tenant) -> String? {
    let table = publications.table
    if tenant == .everywhere { return "windows of an .everywhere scene belong to no tenant" }
    if value.count > limits.publicationBytes {
      return "it has \(value.count) bytes of JSON, and may have \(limits.publicationBytes)"
    }
    if !table.has(type: type.name), table.typeCount >= limits.publicationTypes {
      return "there are publications of \(limits.publicationTypes) types. Withdraw those that are not used any more"
    }
    if !table.has(type: type.name, of: tenant), table.count >= limits.publications {
      return "there are \(limits.publications) publications. Withdraw those that are not used any more"
    }
    return nil
  }

  /// Loads the publications of all tenants. This must be called before the first connection.
  func loadPublications(then: @escaping ((any Error)?) -> Void) {
    read({ try $0.publications(of: nil) }) { [self] result in
      switch result {
      case .success(let stored):
        publications.loaded(stored, isTold: { !has($0) })
        then(nil)
      case .failure(let error): then(error)
      }
    }
  }

  /// Shows publications that have been saved to their readers, here and on other hubs.
  func show(_ saved: some Collection<StoredPublication>) {
    guard !saved.isEmpty else { return }
    if !neighbours.areNone { neighbours.show(Array(saved)) }
    showHere(saved)
  }

  func showHere(_ saved: some Collection<StoredPublication>) {
    for publication in saved.sorted(by: { $0.number < $1.number }) where publications.saved(publication) {
      beginInterval(of: publication.key)
    }
    commitPending()
  }

  private func beginInterval(of key: StoredPublication.Key) {
    _ = scheduler.schedule(after: limits.publicationInterval) { [weak self] in
      guard let self else { return }
      if publications.intervalEnded(of: key) { beginInterval(of: key) }
      commitPending()
    }
  }

  /// Takes back all publications of a tenant that has been deleted from the store.
  func removePublications(of tenant: Tenant) {
    publications.removeAll(of: tenant)
    commitPending()
  }
}
