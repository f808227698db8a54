import Oriel
import OrielDocument

/// The unsaved changes, and the pages that wait for their acknowledgement.
///
/// Only the fact of a change is recorded. A write takes the current values when it begins, between two turns, so that
/// it contains whole turns. A store that is slow, or can't be written, delays acknowledgements and nothing else.
struct StoreWriter {
  /// The changes for the next write.
  private(set) var waiting = Waiting()
  /// The batch that the store is writing, or has refused and will be given again.
  private(set) var underway: Batch?
  private var isWriting = false
  /// The timer until which turns are gathered, or a failing store is left alone.
  private var pause: ScheduledTimer?
  /// The error of the last batch, if the store refused it.
  private(set) var failure: (any Error)?
  private(set) var failures = 0
  /// The changes of the running turn other than those of windows and saved objects in memory.
  private var notes = StoredTurn()
  /// The number of turns added, and of durable ones.
  private(set) var added = 0
  private(set) var written = 0
  /// The time since which there are turns that are not durable, on the hub's clock; the last write at the latest.
  private(set) var behindSince: Int64?
  /// The reads in the order of the writes that they wait for.
  private var reads: [Read] = []

  /// The changes made by turns.
  struct Waiting {
    /// The windows with unsaved changes.
    var windows: [Window] = []
    /// The last event of each page.
    var events: [ObjectIdentifier: (page: Attachment, event: Int)] = [:]
    /// The changed saved objects.
    var saved: [SavedObjects] = []
    /// The changed shared models.
    var shared: [SharedDocument] = []
    var rest = StoredTurn()

    var isEmpty: Bool { windows.isEmpty && events.isEmpty && saved.isEmpty && shared.isEmpty && rest.isEmpty }
  }

  /// A batch of whole turns for the store.
  struct Batch {
    var changes: StoredTurn
    /// The windows that can't sleep before it is durable.
    var windows: [Window]
    var events: [(page: Attachment, event: Int)]
    /// The number of turns when it was taken.
    var turns: Int
  }

  /// A read that waits until all earlier changes are durable.
  private struct Read {
    var subject: Subject
    var after: Int
    var read: () -> Void
  }

  /// The subject of the read.
  enum Subject {
    case window(WindowID)
    /// A member, or a tenant without its members.
    case owner(SavedOwner)
    /// A list; while the store can't be written, the list of its current contents.
    case list
    /// The turns themselves: it waits until the store can be written.
    case turns
  }

  /// The number of the running turn.
  var runningTurn: Int { added + 1 }
  /// The number of turns that are not durable yet.
  var unwritten: Int { added - written }
  var isIdle: Bool { !isWriting && underway == nil && waiting.isEmpty }
  var mayWrite: Bool { !isWriting && (underway != nil || !waiting.isEmpty) && pause?.isPending != true }

  var hasNotes: Bool { !notes.isEmpty }

  /// Adds changes of saved objects that leave the memory.
  mutating func record(_ changes: SavedChanges) { notes.append(changes) }

  /// Adds a change to the running turn.
  mutating func record<Change>(_ changes: WritableKeyPath<StoredTurn, [Change]>, _ change: Change) {
    notes[keyPath: changes].append(change)
  }

  /// Replaces a publication with the running turn.
  mutating func record(_ publication: StoredPublication) { notes.publications[publication.key] = publication }

  /// A turn has ended.
  mutating func add(
    _ windows: [Window], shared: [SharedDocument], saved: [SavedObjects], event: (page: Attachment, event: Int)?,
    at time: Int64
  ) {
    added += 1
    behindSince = behindSince ?? time
    for window in windows where !window.unsaved.isWaiting {
      window.unsaved.isWaiting = true
      waiting.windows.append(window)
    }
    for document in shared where !document.isWaiting {
      document.isWaiting = true
      waiting.shared.append(document)
    }
    for objects in saved where !objects.isWaiting {
      objects.isWaiting = true
      waiting.saved.append(objects)
    }
    waiting.rest.append(notes)
    notes = StoredTurn()
    if let event { waiting.events[ObjectIdentifier(event.page)] = event }
  }

  /// Begins to write a batch, and returns its changes; `turn` converts them.
  mutating func beginBatch(_ turn: (Waiting) -> StoredTurn) -> StoredTurn {
    isWriting = true
    if let underway { return underway.changes }
    let taken = waiting
    waiting = Waiting()
    let batch = Batch(changes: turn(taken), windows: taken.windows, events: Array(taken.events.values), turns: added)
    for objects in taken.saved { objects.isWaiting = false }
    for document in taken.shared { document.isWaiting = false }
    for window in taken.windows {
      window.unsaved.isWaiting = false
      window.unsaved.isUnderway = true
    }
    underway = batch
    return batch.changes
  }

  /// Nothing is written before this timer has fired.
  mutating func wait(for timer: ScheduledTimer) { pause = timer }

  /// The store has refused the batch, and will be given it again.
  mutating func refused(_ error: any Error) {
    isWriting = false
    failure = error
    failures += 1
  }

  /// The store has taken it.
  mutating func wrote(at time: Int64) -> Batch? {
    isWriting = false
    failure = nil
    guard let batch = underway else { return nil }
    underway = nil
    written = batch.turns
    behindSince = unwritten > 0 ? time : nil
    for window in batch.windows { window.unsaved.isUnderway = false }
    return batch
  }

  /// Adds a read that waits until all earlier changes are durable.
  mutating func add(_ subject: Subject, _ read: @escaping () -> Void) {
    reads.append(Read(subject: subject, after: added, read: read))
  }

  /// Adds a call that waits until the running turn is durable; for other subjects than `.turns`, at most until the store can't be
  /// written.
  mutating func addAfterTurn(_ subject: Subject = .list, _ call: @escaping () -> Void) {
    reads.append(Read(subject: subject, after: runningTurn, read: call))
  }

  /// Removes and returns the reads that may run now. While the store can't be written, that includes reads of subjects
  /// that no waiting turn has changed.
  mutating func removeReadyReads() -> [() -> Void] {
    guard !reads.isEmpty else { return [] }
    let all = reads
    reads = all.filter { !isReady($0) }
    return all.filter { isReady($0) }.map(\.read)
  }

  private func isReady(_ read: Read) -> Bool {
    read.after <= written || failure != nil && !changes(read.subject)
  }

  private func changes(_ subject: Subject) -> Bool {
    let turns = [waiting.rest, underway?.changes].compactMap(\.self)
    return switch subject {
    case .window(let id):
      waiting.windows.contains { $0.id == id }
        || turns.contains { turn in turn.deletedWindows.contains(id) || turn.windows.contains { $0.id == id } }
    case .owner(let owner):
      waiting.saved.contains { $0.owner == owner } || turns.contains { $0.changes(owner) }
        || owner.user == nil && waiting.shared.contains { $0.tenant == owner.tenant }
    case .list: false
    case .turns: true
    }
  }
}

extension StoredTurn {
  fileprivate func changes(_ owner: SavedOwner) -> Bool {
    objects.contains(where: owner.owns) || rows.contains(where: owner.owns)
      || owner.user == nil
        && (timers.contains { $0.tenant == owner.tenant } || posts.contains { $0.tenant == owner.tenant }
          || tenants.contains { $0.tenant == owner.tenant })
  }

  mutating func append(_ changes: SavedChanges) {
    objects += changes.objects
    rows += changes.rows
  }

  /// Merges the changes of a later turn, except those of windows and saved objects in memory. Its windows have changed
  /// hands.
  fileprivate mutating func append(_ later: StoredTurn) {
    guard !later.isEmpty else { return }
    keptAside += later.keptAside
    windows += later.windows
    closedWindows += later.closedWindows
    reopenedWindows += later.reopenedWindows
    deletedWindows += later.deletedWindows
    objects += later.objects
    movedArchives += later.movedArchives
    rows += later.rows
    timers += later.timers
    posts += later.posts
    tenants += later.tenants
    publications.merge(later.publications) { $1 }
    access += later.access
    audit += later.audit
    triggers += later.triggers
    outcomes += later.outcomes
  }
}
