import OrielHub

/// A turn in mapped memory. Its content is not trusted, because the file may be damaged.
struct TurnRecord {
  enum State: UInt8 {
    case empty, filled, suspected
    /// The process trapped in it.
    case fatal
    /// It was suspected again.
    case repeated

    var isFatal: Bool { self == .fatal || self == .repeated }
    var isSuspected: Bool { self == .suspected || self == .repeated }
  }

  static let size = 1024

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

  /// Where `CrashMark` writes.
  var mark: UnsafeMutableRawPointer { memory + 1 }

  /// Set by `CrashMark`.
  var trap: CrashMark.Trap {
    get { CrashMark.Trap(rawValue: memory.load(fromByteOffset: 1, as: UInt8.self)) ?? .none }
    nonmutating set { memory.storeBytes(of: newValue.rawValue, toByteOffset: 1, as: UInt8.self) }
  }

  func erase() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size) }

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
