import Oriel

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
  func loadPublications() async throws {
    publications.loaded(try await read { try $0.publications(of: nil) }, isTold: { !has($0) })
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
