import Oriel

/// What waits for the store: whole turns, in order, and who hears when they are durable.
struct StoreWriter {
  private(set) var waiting: [Batch] = []
  var isWriting = false
  /// Batches so far: those that were added, and those that are durable.
  private var added = 0
  private var written = 0
  /// In the order of what they wait for.
  private var reads: [(after: Int, read: () -> Void)] = []

  /// One turn, and the events that are saved with it.
  struct Batch {
    var turn: StoredTurn
    var events: [(page: Attachment, event: Int)]
    var windows: [Window]
  }

  mutating func add(_ batch: Batch) {
    added += 1
    waiting.append(batch)
  }

  mutating func take() -> [Batch] {
    defer { waiting = [] }
    return waiting
  }

  mutating func wrote(_ count: Int) { written += count }

  /// Something to read as soon as all that was added before is durable.
  mutating func add(_ read: @escaping () -> Void) { reads.append((added, read)) }

  /// What may be read now.
  mutating func takeReads() -> [() -> Void] {
    let ready = reads.prefix { $0.after <= written }.map(\.read)
    reads.removeFirst(ready.count)
    return ready
  }

  /// The store has refused them: they go first the next time.
  mutating func putBack(_ batches: [Batch]) { waiting.insert(contentsOf: batches, at: 0) }
}
