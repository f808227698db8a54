import Glibc
import OrielHub

/// A slot for the current turn of a hub in a small mapped file, with records of the turns that earlier processes left
/// in the slots of all hubs. The file's content survives the process, and writing it needs no system call.
///
/// If the process trapped during the turn in the slot, on the hub's thread, that turn crashed it, and the turns of other
/// hubs did not. If the process was killed, the turns of all hubs are only suspected. A turn that caused the kill, by an
/// endless loop or by using up all memory, is found a second time. The last event before a trap outside any turn may have
/// caused the trap and is suspected too, and before a trap on a thread that is no hub's, the last event of each hub. An
/// event is repeated only if it was not saved, so an event that is found twice is to blame. What each process does again,
/// such as loading a tenant, is found twice by chance if processes are killed often, and is not to blame if it has ended
/// well since.
package final class CrashJournalFile: CrashJournal, @unchecked Sendable {
  /// The largest number of hubs of a process.
  package static let maximumHubs = CrashMark.capacity

  private let records: CrashRecords
  // Guard of all: created before the hub, and used only on it.
  private let slot: TurnRecord
  private let place: Int?
  private var isWatched = false
  package let found: [CrashFinding]

  /// Opens or creates the file for a process with one hub: see `journals(of:path:build:now:)`.
  package convenience init(path: String, build: UInt64? = nil, now: Int64 = 0) throws(CrashJournalError) {
    self.init(try CrashRecords(path: path, build: build, now: now), hub: 0, of: 1)
  }

  /// Opens or creates the file, and adds the turns in its slots to the records. Records of another build of the program
  /// are dropped.
  ///
  /// The journals share the records, so a tenant may be on another hub than in the process that crashed. The number of
  /// hubs may differ from that of the process before; what it left is found by one hub each. Files of a version that had
  /// one slot are read and continued.
  ///
  /// - Parameters:
  ///   - hubs: The number of hubs, from 1 to `maximumHubs`.
  ///   - path: The file's path, beside the store.
  ///   - build: An identifier of this build of the program. By default it is derived from the program's file.
  ///   - now: The time in milliseconds since 1970; 0 if it doesn't matter.
  /// - Returns: The journal of each hub, for use on that hub's thread only.
  /// - Throws: `CrashJournalError` if the file can't be written.
  package static func journals(
    of hubs: Int, path: String, build: UInt64? = nil, now: Int64 = 0
  ) throws(CrashJournalError) -> [CrashJournalFile] {
    precondition((1...maximumHubs).contains(hubs))
    let records = try CrashRecords(path: path, build: build, now: now)
    return (0..<hubs).map { CrashJournalFile(records, hub: $0, of: hubs) }
  }

  private init(_ records: CrashRecords, hub: Int, of hubs: Int) {
    self.records = records
    slot = records.slot(hub)
    found = records.found.filter { $0.slot % hubs == hub }.map(\.finding)
    place = CrashMark.mark(slot.mark)
  }

  deinit { if let place { CrashMark.unmark(place) } }

  // MARK: Recording

  package func fill(_ turn: CrashJournalEntry) {
    if !isWatched { watchThread() }
    slot.write(turn)
    slot.state = .filled
  }

  package func clear() { slot.state = .empty }

  /// Tells the handler that marks the slot which thread is the hub's, and gives it a stack of its own there, because a
  /// stack that has overflowed has no room for it.
  private func watchThread() {
    isWatched = true
    if let place { CrashMark.set(pthread_self(), at: place) }
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  // MARK: Finding

  package var fatal: [CrashJournalEntry] { records.fatal }

  package var suspected: [CrashJournalEntry] { records.suspected }

  package func forget(_ subject: String) { records.forget(subject) }

  package func add(_ turns: [CrashJournalEntry]) { records.add(turns) }

  package func remove(_ turns: [CrashJournalEntry]) { records.remove(turns) }

  package func absolve(_ turn: CrashJournalEntry) { records.absolve(turn) }
}
