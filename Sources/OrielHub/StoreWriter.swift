import Oriel

/// What waits for the store: whole turns, in order, and who hears when they are durable.
///
/// A store that is slow, or takes nothing, makes acknowledging slow and nothing else: of what waits longer, only what it
/// comes to is kept, and that is no more than the hub has in memory anyway.
struct StoreWriter {
  private(set) var waiting: [Batch] = []
  /// What the store is writing.
  private(set) var underway: [Batch] = []
  var isWriting = false
  /// Until then more turns are gathered, or a store that has refused is left alone.
  var pause: ScheduledTimer?
  /// Why the store did not take the last batch.
  var failure: (any Error)? { didSet { if failure != nil { failures += 1 } } }
  private(set) var failures = 0
  /// Turns so far: those that were added, and those that are durable.
  private var added = 0
  private(set) var written = 0
  /// In the order of what they wait for.
  private var reads: [Read] = []

  /// Something to be read once all that was added before is durable.
  private struct Read {
    var subject: Subject
    var after: Int
    var read: () -> Void
  }

  /// What is read.
  enum Subject {
    case window(WindowID)
    case user(String)
    /// A list: while the store takes nothing, one of what it has.
    case list
  }

  /// One turn, or what several came to; and the events that are saved with it.
  struct Batch {
    var turn: StoredTurn
    var events: [(page: Attachment, event: Int)]
    /// Windows that may not sleep before.
    var windows: [Window]
    var turnCount = 1
  }

  var unwritten: Int { added - written }
  var isIdle: Bool { !isWriting && waiting.isEmpty }
  var mayWrite: Bool { !isWriting && !waiting.isEmpty && pause?.isPending != true }

  /// - Parameter limit: More turns than these wait as one.
  mutating func add(_ batch: Batch, limit: Int) {
    added += 1
    waiting.append(batch)
    if waiting.count > limit { waiting = Batch.merged(waiting) }
  }

  mutating func take() -> [Batch] {
    underway = waiting
    waiting = []
    return underway
  }

  mutating func wrote() {
    written += underway.reduce(0) { $0 + $1.turnCount }
    underway = []
  }

  /// Something to read as soon as all that was added before is durable.
  mutating func add(_ subject: Subject, _ read: @escaping () -> Void) {
    reads.append(Read(subject: subject, after: added, read: read))
  }

  /// What may be read now; while the store takes nothing, also what none of the waiting turns has changed.
  mutating func takeReads() -> [() -> Void] {
    let all = reads
    reads = all.filter { !isReady($0) }
    return all.filter(isReady).map(\.read)
  }

  private func isReady(_ read: Read) -> Bool {
    read.after <= written || failure != nil && !changes(read.subject)
  }

  /// The store has refused them: they go first the next time.
  mutating func putBack() {
    waiting = underway + waiting
    underway = []
  }

  private func changes(_ subject: Subject) -> Bool {
    (underway + waiting).map(\.turn).contains { turn in
      switch subject {
      case .window(let id): turn.deletedWindows.contains(id) || turn.windows.contains { $0.id == id }
      case .user(let user): turn.objects.contains { $0.user == user }
      case .list: false
      }
    }
  }
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
      for (id, row) in turn.windows { if rows[id]?.merge(row) == nil { rows[id] = row } }
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
    title = later.title
    position = later.position
    usedAt = later.usedAt
    let written = Set(later.models.map(\.id))
    let deleted = Set(later.deletedModels)
    models.removeAll { written.contains($0.id) || deleted.contains($0.id) }
    models += later.models
    deletedModels.removeAll { written.contains($0) }
    deletedModels += later.deletedModels
  }
}
