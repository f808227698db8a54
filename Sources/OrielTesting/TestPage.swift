import Oriel
import OrielDocument
import OrielHub

/// A page from the hub's point of view. It applies messages to its copy of the document, and records all of them.
///
/// Violations of the protocol are recorded in `violations`.
package final class TestPage: WindowClient {
  /// Whether the socket is back-pressured; set by tests.
  package var isChoked = false
  package private(set) var deliveries: [TestDelivery] = []
  package private(set) var position: ServerMessage.Attached?
  package private(set) var document: JSONValue?
  package private(set) var rev = 0
  package private(set) var shared: [String: SharedCopy] = [:]
  /// The objects delivered for shared documents: pages that get the same object get the same bytes.
  package private(set) var sharedUpdates: [SharedUpdate] = []
  /// The rows that it sees of tables, by their models and elements.
  package private(set) var slices: [String: SharedCopy] = [:]
  /// The last texts that it was given to copy.
  package private(set) var copied: JSONValue?
  /// The last answer to a search; tests take it away.
  package var found: JSONValue?
  /// Work that waits for the page's next turns, if the test does it itself.
  package var laterWork: [() -> Void]?
  package private(set) var closing: CloseReason?
  package private(set) var violations: [String] = []

  package struct SharedCopy: Equatable {
    package var document: JSONValue
    package var rev: Int
  }

  package init() {}

  /// Creates a page that reconnects and still has its copy.
  package init(resuming page: TestPage) {
    document = page.document
    rev = page.rev
    shared = page.shared
  }

  /// Returns the deliveries since the last call.
  package func drainDeliveries() -> [TestDelivery] {
    defer { deliveries = [] }
    return deliveries
  }

  package func inNextTurn(_ work: @escaping () -> Void) {
    if laterWork == nil { work() } else { laterWork!.append(work) }
  }

  package func deliver(_ message: ServerMessage) {
    if let closing { violated("\(message) after it was closed: \(closing)") }
    switch message {
    case .attached(let position): attached(position)
    case .state(let document, let rev, let applied): state(document, rev: rev, applied: applied)
    case .patch(let patch, let rev, let base, let applied): self.patch(patch, rev: rev, base: base, applied: applied)
    case .saved(let event): record(.saved(event))
    case .observed(let count): record(.observed(count))
    case .expires: break
    case .rejected(let event, let code, let message, let applied):
      record(.rejected(event: event, code, message: message, applied: applied))
    case .trigger(let id, let kind, let payload, let expires):
      record(.trigger(TestTrigger(id: id, kind: kind, payload: payload, expires: expires)))
    case .shared(let update): shared(update)
    case .rows(let update): rows(update)
    case .closing(let reason):
      closing = reason
      deliveries.append(.closing(reason))
    case .pong(let number): violated("the hub answers a ping: \(number)")
    }
  }

  private func record(_ delivery: TestDelivery) {
    if position == nil { violated("\(delivery) came before attached") }
    deliveries.append(delivery)
  }

  private func violated(_ what: String) { violations.append(what) }

  private func attached(_ position: ServerMessage.Attached) {
    if self.position != nil { violated("a second attached") }
    slices = [:]
    self.position = position
    if !position.resumed { document = nil }
    record(.attached(position))
  }

  private func state(_ whole: any JSONWritable, rev: Int, applied: Int) {
    document = read(whole)
    self.rev = rev
    record(.state(rev: rev, applied: applied))
    forgetShared()
  }

  private func patch(_ encoded: any JSONWritable, rev: Int, base: Int, applied: Int?) {
    let patch = decoded(encoded)
    record(.patch(patch, rev: rev, base: base, applied: applied))
    guard base == self.rev, rev >= base else { return violated("a patch from \(base) to \(rev) at \(self.rev)") }
    document = apply(patch, to: document)
    self.rev = rev
    forgetShared()
  }

  private func shared(_ update: SharedUpdate) {
    sharedUpdates.append(update)
    switch update.content {
    case .state(let whole):
      shared[update.document] = read(whole).map { SharedCopy(document: $0, rev: update.rev) }
      record(.sharedState(update.document, rev: update.rev))
      if !sharedSlots.contains(update.document) { violated("\(update.document) has no place in the document") }
    case .patch(let encoded, let base):
      let patch = decoded(encoded)
      record(.sharedPatch(update.document, patch, rev: update.rev, base: base))
      guard let copy = shared[update.document], copy.rev == base else {
        return violated("a patch of \(update.document) from \(base)")
      }
      shared[update.document] = apply(patch, to: copy.document).map { SharedCopy(document: $0, rev: update.rev) }
    }
  }

  private func rows(_ update: RowsUpdate) {
    let name = Self.sliceName(update.model, update.element)
    copied = update.copied ?? copied
    found = update.found ?? found
    switch update.content {
    case .state(let whole):
      slices[name] = read(whole).map { SharedCopy(document: $0, rev: update.rev) }
      record(.rowsState(name, rev: update.rev))
    case .patch(let encoded, let base):
      let patch = decoded(encoded)
      record(.rowsPatch(name, patch, rev: update.rev, base: base))
      guard let copy = slices[name], copy.rev == base else { return violated("a patch of \(name) from \(base)") }
      slices[name] = apply(patch, to: copy.document).map { SharedCopy(document: $0, rev: update.rev) }
    }
  }

  package static func sliceName(_ model: String, _ element: String) -> String { "\(model)/\(element)" }

  /// Removes a shared document when its last place is gone.
  private func forgetShared() {
    guard !shared.isEmpty else { return }
    let places = sharedSlots
    shared = shared.filter { places.contains($0.key) }
  }

  private var sharedSlots: Set<String> {
    Set((document?["models"]?.objectValue ?? [:]).compactMap { $0.value["document"]?.stringValue })
  }

  // MARK: Bytes, as they would arrive

  private func read(_ value: any JSONWritable) -> JSONValue? {
    var writer = JSONWriter()
    value.write(to: &writer)
    do {
      return try JSONReader.value(from: writer.bytes, depth: .max)
    } catch {
      violated("a document that can't be read: \(error)")
      return nil
    }
  }

  private func decoded(_ encoded: any JSONWritable) -> Patch {
    do {
      return try Patch(json: read(encoded) ?? [])
    } catch {
      violated("a patch that can't be read: \(error)")
      return []
    }
  }

  private func apply(_ patch: Patch, to document: JSONValue?) -> JSONValue? {
    guard let document else {
      violated("a patch without a document")
      return nil
    }
    do {
      return try document.applying(patch)
    } catch {
      violated("\(patch) can't be applied: \(error)")
      return document
    }
  }
}
