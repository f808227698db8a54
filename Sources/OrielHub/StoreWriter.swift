import Oriel

/// What waits for the store: whole turns, in order, and who hears when they are durable.
///
/// A store that is slow, or takes nothing, makes acknowledging slow and nothing else: of what waits longer, only what it
/// comes to is kept, and that is no more than the hub has in memory anyway.
struct StoreWriter {
  private(set) var waiting: [Batch] = []
  var isWriting = false
  /// Until then more turns are gathered, or a store that has refused is left alone.
  var pause: ScheduledTimer?
  /// Why the store did not take the last batch.
  var failure: (any Error)?
  /// Turns so far: those that were added, and those that are durable.
  private var added = 0
  private var written = 0
  /// In the order of what they wait for.
  private var reads: [(after: Int, read: () -> Void)] = []

  /// One turn, or what several came to; and the events that are saved with it.
  struct Batch {
    var turn: StoredTurn
    var events: [(page: Attachment, event: Int)]
    /// Windows that may not sleep before.
    var windows: [Window]
    var turnCount = 1
  }

  var isIdle: Bool { !isWriting && waiting.isEmpty }
  var mayWrite: Bool { !isWriting && !waiting.isEmpty && pause?.isPending != true }

  /// - Parameter limit: More turns than these wait as one.
  mutating func add(_ batch: Batch, limit: Int) {
    added += 1
    waiting.append(batch)
    if waiting.count > limit { waiting = Batch.merged(waiting) }
  }

  mutating func take() -> [Batch] {
    defer { waiting = [] }
    return waiting
  }

  mutating func wrote(_ batches: [Batch]) { written += batches.reduce(0) { $0 + $1.turnCount } }

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

extension StoreWriter.Batch {
  /// One batch for many; more than one only where records are kept aside: those are copied as they are by then.
  static func merged(_ batches: [Self]) -> [Self] {
    var groups: [[Self]] = []
    for batch in batches {
      if groups.isEmpty || !batch.turn.keptAside.isEmpty { groups.append([]) }
      groups[groups.count - 1].append(batch)
    }
    return groups.map(Self.init(group:))
  }

  private init(group: [Self]) {
    turn = StoredTurn(merging: group.map(\.turn))
    turnCount = group.reduce(0) { $0 + $1.turnCount }
    var pages: [ObjectIdentifier: (page: Attachment, event: Int)] = [:]
    for event in group.flatMap(\.events) { pages[ObjectIdentifier(event.page)] = event }
    events = Array(pages.values)
    var held: [ObjectIdentifier: Window] = [:]
    for window in group.flatMap(\.windows) {
      // It is held back once, however many turns it waits for.
      if held.updateValue(window, forKey: ObjectIdentifier(window)) != nil { window.unsaved.underway -= 1 }
    }
    windows = Array(held.values)
  }
}

extension StoredTurn {
  /// What these come to, one after the other. Only the first may keep something aside.
  init(merging turns: [StoredTurn]) {
    var rows: [WindowID: StoredRow] = [:]
    var latest: [String: [String: StoredObject]] = [:]
    keptAside = turns.first?.keptAside ?? []
    for turn in turns {
      for (id, row) in turn.windows { rows[id, default: StoredRow()].merge(row) }
      for id in turn.deletedWindows { rows[id] = nil }
      for object in turn.objects { latest[object.user, default: [:]][object.type] = object }
      deletedWindows += turn.deletedWindows
      triggers += turn.triggers
      outcomes += turn.outcomes
    }
    windows = rows.map { ($0, $1) }
    objects = latest.values.flatMap(\.values)
  }
}

extension StoredRow {
  fileprivate mutating func merge(_ later: StoredRow) {
    origin = later.origin ?? origin
    title = later.title ?? title
    position = later.position ?? position
    usedAt = later.usedAt
    let written = Set(later.models.map(\.id))
    let deleted = Set(later.deletedModels)
    models.removeAll { written.contains($0.id) || deleted.contains($0.id) }
    models += later.models
    deletedModels.removeAll { written.contains($0) }
    deletedModels += later.deletedModels
  }
}
