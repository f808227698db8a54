import Oriel

/// What waits for the store: whole turns, in order, and who hears when they are durable.
struct StoreWriter {
  private(set) var waiting: [Batch] = []
  var isWriting = false
  private var reads: [() -> Void] = []

  var isBusy: Bool { isWriting || !waiting.isEmpty }

  /// One turn, and the events that are saved with it.
  struct Batch {
    var turn: StoredTurn
    var events: [(page: Attachment, event: Int)]
    var windows: [Window]
  }

  mutating func add(_ batch: Batch) { waiting.append(batch) }

  mutating func take() -> [Batch] {
    defer { waiting = [] }
    return waiting
  }

  /// Something to read as soon as nothing is to be written any more.
  mutating func add(_ read: @escaping () -> Void) { reads.append(read) }

  mutating func takeReads() -> [() -> Void] {
    defer { reads = [] }
    return reads
  }

  /// The store has refused them: they go first the next time.
  mutating func putBack(_ batches: [Batch]) { waiting.insert(contentsOf: batches, at: 0) }
}
