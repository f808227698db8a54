import Oriel
import OrielDocument

/// What the store does not have yet, and who hears when it is durable.
///
/// Of what has changed, only that it has is noted: a write takes everything as it is when it begins, between two turns,
/// so that it holds whole turns. A store that is slow, or takes nothing, makes acknowledging slow and nothing else.
struct StoreWriter {
  /// What the next write takes.
  private(set) var waiting = Waiting()
  /// What the store is writing, or has refused and is given again.
  private(set) var underway: Batch?
  var isWriting = false
  /// Until then more turns are gathered, or a store that has refused is left alone.
  var pause: ScheduledTimer?
  /// Why the store did not take the last batch.
  var failure: (any Error)? { didSet { if failure != nil { failures += 1 } } }
  private(set) var failures = 0
  /// Turns so far: those that were added, and those that are durable.
  private var added = 0
  private(set) var written = 0
  /// Since when there are turns that are not durable, by the hub's clock; by the last write at the latest.
  private(set) var behindSince: Int64?
  /// In the order of what they wait for.
  private var reads: [Read] = []

  /// What turns have changed.
  struct Waiting {
    /// Windows with something to save.
    var windows: [Window] = []
    /// The last event of each page.
    var events: [ObjectIdentifier: (page: Attachment, event: Int)] = [:]
    /// Users whose objects have changed.
    var users: Set<ScalarKey> = []
    var rest = StoredTurn()

    var isEmpty: Bool { windows.isEmpty && events.isEmpty && users.isEmpty && rest.isEmpty }
  }

  /// Whole turns, as the store gets them.
  struct Batch {
    var turn: StoredTurn
    /// Windows that may not sleep before.
    var windows: [Window]
    var events: [(page: Attachment, event: Int)]
    /// How many turns there were when it was taken.
    var turns: Int
  }

  /// Something to be read once all that was added before is durable.
  private struct Read {
    var subject: Subject
    var after: Int
    var read: () -> Void
  }

  /// What is read.
  enum Subject {
    case window(WindowID)
    case user(ScalarKey)
    /// A list: while the store takes nothing, one of what it has.
    case list
  }

  /// Turns that are not durable yet.
  var unwritten: Int { added - written }
  var isIdle: Bool { !isWriting && underway == nil && waiting.isEmpty }
  var mayWrite: Bool { !isWriting && (underway != nil || !waiting.isEmpty) && pause?.isPending != true }

  /// A turn has ended.
  mutating func add(
    _ windows: [Window], users: Set<ScalarKey>, _ rest: StoredTurn, event: (page: Attachment, event: Int)?,
    at time: Int64
  ) {
    added += 1
    behindSince = behindSince ?? time
    for window in windows where !window.unsaved.isWaiting {
      window.unsaved.isWaiting = true
      waiting.windows.append(window)
    }
    waiting.users.formUnion(users)
    waiting.rest.append(rest)
    if let event { waiting.events[ObjectIdentifier(event.page)] = event }
  }

  /// What is to be written now: `turn` says what it comes to.
  mutating func take(_ turn: (Waiting) -> StoredTurn) -> StoredTurn {
    isWriting = true
    if let underway { return underway.turn }
    let taken = waiting
    waiting = Waiting()
    let batch = Batch(turn: turn(taken), windows: taken.windows, events: Array(taken.events.values), turns: added)
    for window in taken.windows {
      window.unsaved.isWaiting = false
      window.unsaved.isUnderway = true
    }
    underway = batch
    return batch.turn
  }

  /// The store has taken it.
  mutating func wrote(at time: Int64) -> Batch? {
    guard let batch = underway else { return nil }
    underway = nil
    written = batch.turns
    behindSince = unwritten > 0 ? time : nil
    for window in batch.windows { window.unsaved.isUnderway = false }
    return batch
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

  private func changes(_ subject: Subject) -> Bool {
    let turns = [waiting.rest, underway?.turn].compactMap(\.self)
    return switch subject {
    case .window(let id):
      waiting.windows.contains { $0.id == id }
        || turns.contains { turn in turn.deletedWindows.contains(id) || turn.windows.contains { $0.id == id } }
    case .user(let user):
      waiting.users.contains(user) || turns.contains { turn in turn.objects.contains { ScalarKey($0.user) == user } }
    case .list: false
    }
  }
}

extension StoredTurn {
  /// Adds what a later turn has changed beside windows and their users' objects in memory.
  fileprivate mutating func append(_ later: StoredTurn) {
    guard !later.isEmpty else { return }
    keptAside += later.keptAside
    deletedWindows += later.deletedWindows
    objects += later.objects
    access += later.access
    audit += later.audit
    triggers += later.triggers
    outcomes += later.outcomes
  }
}
