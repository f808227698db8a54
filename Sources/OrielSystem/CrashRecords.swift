import Glibc
import OrielHub
import Synchronization

/// The mapped file of the crash journal: a slot for the current turn of each hub, and the records of the turns that
/// earlier processes left in their slots.
///
/// All slots are settled when the file is opened, however many hubs there are now.
final class CrashRecords: @unchecked Sendable {
  // Guard: a slot is used by its hub only, and everything else under `ring`.
  private let memory: UnsafeMutableRawPointer
  private let ring = Mutex(())
  /// The turns that crashed other nodes, which the store keeps.
  private var ofNodes: [CrashJournalEntry] = []
  /// What was found in each slot, when the file was opened.
  private(set) var found: [(slot: Int, finding: CrashFinding)] = []

  /// The first slot, the records, and then the other slots, so that the file of a version with one slot is the beginning
  /// of this one.
  private enum Layout {
    /// The number of records. A subject is parked after three of them, and a bad scene can bring many subjects close to
    /// that at once.
    static let kept = 256
    static let slot = TurnRecord.size
    static let ring = slot + TurnRecord.size
    static let otherSlots = ring + kept * TurnRecord.size
    static let size = otherSlots + (CrashMark.capacity - 1) * TurnRecord.size
    static let magic: UInt64 = 0x4f52_4945_4c54_5231
    /// Offsets in the header: the build of the program that wrote the ring, and the number of records ever written.
    static let (build, count) = (8, 16)
  }

  init(path: String, build: UInt64?, now: Int64) throws(CrashJournalError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .noFile(path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    // The blocks are allocated before the file is mapped. Otherwise a full disk would end the process in the middle of
    // a turn.
    guard posix_fallocate(descriptor, 0, off_t(Layout.size)) == 0,
      let memory = mmap(nil, Layout.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { throw .noFile(path, reason: String(cString: strerror(errno))) }
    self.memory = memory
    begin(build: build ?? Self.build)
    settleSlots(now: now)
  }

  deinit { munmap(memory, Layout.size) }

  private static var build: UInt64 {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return 0 }
    return UInt64(
      truncatingIfNeeded: status.st_mtim.tv_sec &* 1_000_000_007 &+ status.st_mtim.tv_nsec &+ status.st_size)
  }

  private func begin(build: UInt64) {
    let isOurs = memory.load(as: UInt64.self) == Layout.magic
    guard !isOurs || memory.load(fromByteOffset: Layout.build, as: UInt64.self) != build else { return }
    if !isOurs { memory.initializeMemory(as: UInt8.self, repeating: 0, count: Layout.size) }
    count = 0
    memory.storeBytes(of: build, toByteOffset: Layout.build, as: UInt64.self)
    memory.storeBytes(of: Layout.magic, as: UInt64.self)
  }

  // MARK: Slots

  /// The slot of the hub at this place.
  func slot(_ hub: Int) -> TurnRecord {
    TurnRecord(memory + (hub == 0 ? Layout.slot : Layout.otherSlots + (hub - 1) * TurnRecord.size))
  }

  private func settleSlots(now: Int64) {
    let slots = (0..<CrashMark.capacity).map { slot($0) }
    let hasCulprit = slots.contains { $0.trap == .there }
    // Hubs may have been in like turns, which do not make one another fatal.
    let suspected = records.filter(\.state.isSuspected).compactMap(\.turn)
    for (place, slot) in slots.enumerated() {
      // A trap on one hub's thread ends the turns of the others too.
      if !hasCulprit || slot.trap == .there, let finding = finding(in: slot, suspected, now) {
        found.append((place, finding))
        add(finding, trapped: slot.trap == .there)
      }
      slot.erase()
    }
  }

  private func finding(in slot: TurnRecord, _ suspected: [CrashJournalEntry], _ now: Int64) -> CrashFinding? {
    let isInside = slot.state == .filled && slot.trap != .elsewhere
    guard var turn = slot.turn, isInside || slot.trap != .none && turn.kind == .event else { return nil }
    turn.foundAt = now
    return CrashFinding(turn, isFatal: isInside && slot.trap == .there || suspected.contains { $0.isSame(as: turn) })
  }

  // MARK: Records

  var fatal: [CrashJournalEntry] {
    ring.withLock { _ in records.filter(\.state.isFatal).compactMap(\.turn) + ofNodes }
  }

  var suspected: [CrashJournalEntry] {
    ring.withLock { _ in records.filter(\.state.isSuspected).compactMap(\.turn) }
  }

  func absolve(_ turn: CrashJournalEntry) {
    ring.withLock { _ in
      for record in records where record.state.isSuspected && record.turn?.isSame(as: turn) == true {
        record.state = .empty
      }
    }
  }

  func forget(_ subject: String) {
    ring.withLock { _ in
      for record in records where record.turn?.subject == subject { record.state = .empty }
      ofNodes.removeAll { $0.subject == subject }
    }
  }

  func add(_ turns: [CrashJournalEntry]) {
    ring.withLock { _ in
      ofNodes = (ofNodes + turns.filter { !ofNodes.contains($0) }).suffix(Layout.kept)
    }
  }

  func remove(_ turns: [CrashJournalEntry]) {
    ring.withLock { _ in
      for record in records where record.turn.map(turns.contains) == true { record.state = .empty }
    }
  }

  private func add(_ finding: CrashFinding, trapped: Bool) {
    let record = record(count)
    record.write(finding.turn)
    record.state = !finding.isFatal ? .suspected : trapped ? .fatal : .repeated
    count += 1
  }

  /// The records, oldest first.
  private var records: [TurnRecord] {
    let count = count
    return (max(0, count - Layout.kept)..<count).map { record($0) }
  }

  private var count: Int {
    get { max(0, min(memory.load(fromByteOffset: Layout.count, as: Int.self), 1 << 32)) }
    set { memory.storeBytes(of: newValue, toByteOffset: Layout.count, as: Int.self) }
  }

  private func record(_ index: Int) -> TurnRecord {
    TurnRecord(memory + Layout.ring + index % Layout.kept * TurnRecord.size)
  }
}

extension CrashJournalEntry {
  fileprivate func isSame(as other: CrashJournalEntry) -> Bool {
    guard kind == other.kind, subject == other.subject else { return false }
    return !kind.isOfOneAct || instance == other.instance && event == other.event
  }
}
