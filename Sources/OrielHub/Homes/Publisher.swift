import Oriel

/// Saves what tenants publish, and shows it to its readers on all hubs.
final class Publisher {
  private unowned let hub: WindowHub
  private var publications = Publications()

  init(of hub: WindowHub) { self.hub = hub }

  /// The publications as readers see them.
  var table: PublicationTable { publications.table }

  /// Replaces a tenant's publication, with the running turn.
  func publish(_ value: [UInt8]?, as type: PublicationType, of tenant: Tenant) {
    hub.handlers.repeatable?.changes("publications")
    if let value, let refusal = reasonNotToPublish(value, as: type, of: tenant) {
      return hub.log(
        .error, onceAMinute: "publication \(type.name)", "\(type.readable) was not published: \(refusal)",
        ["tenant": "\(tenant)"])
    }
    let key = StoredPublication.Key(tenant: tenant, type: type.name)
    hub.writer.record(StoredPublication(key, number: publications.number(at: hub.wallTime), value: value))
  }

  private func reasonNotToPublish(_ value: [UInt8], as type: PublicationType, of tenant: Tenant) -> String? {
    if tenant == .everywhere { return "windows of an .everywhere scene belong to no tenant" }
    if value.count > hub.limits.publicationBytes {
      return "it has \(value.count) bytes of JSON, and may have \(hub.limits.publicationBytes)"
    }
    if !table.has(type: type.name), table.typeCount >= hub.limits.publicationTypes {
      return "there are publications of \(hub.limits.publicationTypes) types. Withdraw those that are not used any more"
    }
    if !table.has(type: type.name, of: tenant), table.count >= hub.limits.publications {
      return "there are \(hub.limits.publications) publications. Withdraw those that are not used any more"
    }
    return nil
  }

  /// Loads the publications of all tenants. This must be called before the first connection.
  func load() async throws {
    publications.loaded(try await hub.read { try $0.publications(of: nil) }, isTold: isToldByOthers)
  }

  /// Shows publications that have been saved to their readers, here and on other hubs.
  func show(_ saved: some Collection<StoredPublication>) {
    guard !saved.isEmpty else { return }
    if !hub.neighbours.areNone { hub.neighbours.show(Array(saved)) }
    showHere(saved.filter { !isToldByOthers($0.key.tenant) || publications.isNews($0) })
  }

  /// Whether publications of a tenant come from other hubs or nodes, perhaps later than newer ones.
  private func isToldByOthers(_ tenant: Tenant) -> Bool { hub.store.nodes != nil || !hub.has(tenant) }

  private func showHere(_ saved: some Collection<StoredPublication>) {
    for publication in saved.sorted(by: { $0.number < $1.number }) where publications.saved(publication) {
      beginInterval(of: publication.key)
    }
    hub.commitPending()
  }

  private func beginInterval(of key: StoredPublication.Key) {
    _ = hub.scheduler.schedule(after: hub.limits.publicationInterval) { [weak hub] in
      hub?.publisher.intervalEnded(of: key)
      hub?.commitPending()
    }
  }

  private func intervalEnded(of key: StoredPublication.Key) {
    if publications.intervalEnded(of: key) { beginInterval(of: key) }
  }

  /// Another hub has saved publications. An older one that comes after a newer one is not shown.
  func hear(_ saved: [StoredPublication]) { showHere(saved.filter { publications.isNews($0) }) }

  /// Takes back all publications of a tenant that has been deleted from the store.
  func removeAll(of tenant: Tenant) {
    publications.removeAll(of: tenant)
    hub.commitPending()
  }
}
