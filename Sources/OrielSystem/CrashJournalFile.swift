import Glibc
import OrielHub

/// A slot for the current turn in a small mapped file, with records of the turns that earlier processes left in the
/// slot. The file's content survives the process, and writing it needs no system call.
///
/// If the process trapped during the turn in the slot, that turn crashed it. If the process was killed, the turn is
/// only suspected. A turn that caused the kill, by an endless loop or by using up all memory, is found a second time.
/// The last event before a trap outside any turn, or on another thread, may have caused the trap and is suspected too.
/// An event is repeated only if it was not saved, so an event that is found twice is to blame.
package final class CrashJournalFile: CrashJournal, @unchecked Sendable {
  // Guard: created before the hub, and used only on it.
  private let memory: UnsafeMutableRawPointer
  private var watchesStack = false
  package private(set) var found: (turn: CrashJournalEntry, isFatal: Bool)?

  private enum Layout {
    static let record = 1024
    /// The number of records. A subject is parked after three of them, and a bad scene can bring many subjects close to
    /// that at once.
    static let kept = 256
    static let slot = record
    static let ring = 2 * record
    static let size = (2 + kept) * record
    static let magic: UInt64 = 0x4f52_4945_4c54_5231
    /// Offsets in the header: the build of the program that wrote the ring, and the number of records ever written.
    static let (build, count) = (8, 16)
  }

  /// Opens or creates the file, and adds the turn in its slot to the records. Records of another build of the program
  /// are dropped.
  ///
  /// - Parameters:
  ///   - path: The file's path, beside the store.
  ///   - build: An identifier of this build of the program. By default it is derived from the program's file.
  ///   - now: The time in milliseconds since 1970; 0 if it doesn't matter.
  /// - Throws: `CrashJournalError` if the file can't be written.
  package init(path: String, build: UInt64? = nil, now: Int64 = 0) throws(CrashJournalError) {
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
    settleSlot(now: now)
    CrashMark.mark(memory + Layout.slot + 1)
  }

  deinit {
    CrashMark.unmark(memory + Layout.slot + 1)
    munmap(memory, Layout.size)
  }

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

  // MARK: Recording

  package func fill(_ turn: CrashJournalEntry) {
    if !watchesStack { watchStack() }
    let record = TurnRecord(memory + Layout.slot)
    record.write(turn)
    record.state = .filled
  }

  package func clear() { TurnRecord(memory + Layout.slot).state = .empty }

  /// Gives the handler that marks the slot its own stack, because a stack that has overflowed has no room for it.
  private func watchStack() {
    watchesStack = true
    CrashMark.thread = pthread_self()
    let size = 64 * 1024
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  // MARK: Finding

  package var fatal: [CrashJournalEntry] { records.filter { $0.state == .fatal }.compactMap(\.turn) }

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
    TurnRecord(memory + Layout.ring + index % Layout.kept * Layout.record)
  }

  package func forget(_ subject: String) {
    for record in records where record.turn?.subject == subject { record.state = .empty }
  }

  private func settleSlot(now: Int64) {
    let slot = TurnRecord(memory + Layout.slot)
    let isInside = slot.state == .filled && slot.trap != .elsewhere
    if var turn = slot.turn, isInside || slot.trap != .none && turn.kind == .event {
      let wasSuspected = records.contains { $0.state == .suspected && $0.turn?.isSame(as: turn) == true }
      let isFatal = isInside && slot.trap == .there || wasSuspected
      let record = record(count)
      turn.foundAt = now
      record.write(turn)
      record.state = isFatal ? .fatal : .suspected
      count += 1
      found = (turn, isFatal)
    }
    slot.state = .empty
    slot.trap = .none
  }
}

extension CrashJournalEntry {
  fileprivate func isSame(as other: CrashJournalEntry) -> Bool {
    guard kind == other.kind, subject == other.subject else { return false }
    // Other turns of a window are repeated on their own, without the event that may be recorded with them.
    let isOfOneAct = kind == .event || kind == .open || kind == .message
    return !isOfOneAct || instance == other.instance && event == other.event
  }
}

/// A turn in mapped memory. Its content is not trusted, because the file may be damaged.
private struct TurnRecord {
  enum State: UInt8 { case empty, filled, suspected, fatal }

  /// Offset and size of each field in bytes. A field begins with its length, in two bytes.
  private enum Field {
    static let subject = (16, 264)
    static let instance = (280, 264)
    static let model = (544, 128)
    static let modelID = (672, 96)
    static let element = (768, 128)
    static let name = (896, 128)
  }

  private let memory: UnsafeMutableRawPointer

  init(_ memory: UnsafeMutableRawPointer) {
    self.memory = memory
  }

  var state: State {
    get { State(rawValue: memory.load(as: UInt8.self)) ?? .empty }
    nonmutating set { memory.storeBytes(of: newValue.rawValue, as: UInt8.self) }
  }

  /// Set by `CrashMark`.
  var trap: CrashMark.Trap {
    get { CrashMark.Trap(rawValue: memory.load(fromByteOffset: 1, as: UInt8.self)) ?? .none }
    nonmutating set { memory.storeBytes(of: newValue.rawValue, toByteOffset: 1, as: UInt8.self) }
  }

  func write(_ turn: CrashJournalEntry) {
    trap = .none
    memory.storeBytes(of: turn.kind.rawValue, toByteOffset: 2, as: UInt8.self)
    memory.storeBytes(of: turn.event, toByteOffset: 8, as: Int.self)
    write(turn.subject, Field.subject)
    write(turn.instance, Field.instance)
    write(turn.model, Field.model)
    write(turn.modelID, Field.modelID)
    write(turn.element, Field.element)
    write(turn.name, Field.name)
    memory.storeBytes(of: UInt32(clamping: turn.foundAt / 1000), toByteOffset: 4, as: UInt32.self)
  }

  var turn: CrashJournalEntry? {
    guard let kind = CrashJournalEntry.Kind(rawValue: memory.load(fromByteOffset: 2, as: UInt8.self)) else {
      return nil
    }
    var turn = CrashJournalEntry(
      kind, of: read(Field.subject), instance: read(Field.instance),
      event: memory.load(fromByteOffset: 8, as: Int.self))
    turn.model = read(Field.model)
    turn.modelID = read(Field.modelID)
    turn.element = read(Field.element)
    turn.name = read(Field.name)
    turn.foundAt = Int64(memory.load(fromByteOffset: 4, as: UInt32.self)) * 1000
    return turn
  }

  private func write(_ text: String, _ field: (offset: Int, size: Int)) {
    var text = text
    text.withUTF8 { bytes in
      let count = min(bytes.count, field.size - 2)
      memory.storeBytes(of: UInt16(count), toByteOffset: field.offset, as: UInt16.self)
      if count > 0 { (memory + field.offset + 2).copyMemory(from: bytes.baseAddress!, byteCount: count) }
    }
  }

  private func read(_ field: (offset: Int, size: Int)) -> String {
    let count = min(Int(memory.load(fromByteOffset: field.offset, as: UInt16.self)), field.size - 2)
    return String(decoding: UnsafeRawBufferPointer(start: memory + field.offset + 2, count: count), as: UTF8.self)
  }
}
