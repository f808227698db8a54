import OrielHub
import Synchronization

/// A crash journal in memory, whose past a test writes.
final class ScriptedJournal: CrashJournal {
  private struct State {
    var filled: [CrashJournalEntry] = []
    var isFilled = false
    var fatal: [CrashJournalEntry] = []
    var suspected: [CrashJournalEntry] = []
    /// Those that were suspected before.
    var repeated: [CrashJournalEntry] = []
    var found: [CrashFinding] = []
  }

  private let state = Mutex(State())

  func fill(_ turn: CrashJournalEntry) {
    state.withLock { state in
      state.filled.append(turn)
      state.isFilled = true
    }
  }

  func clear() { state.withLock { $0.isFilled = false } }

  var found: [CrashFinding] { state.withLock { $0.found } }
  var fatal: [CrashJournalEntry] { state.withLock { $0.fatal + $0.repeated } }
  var suspected: [CrashJournalEntry] { state.withLock { $0.suspected } }

  func absolve(_ turn: CrashJournalEntry) {
    state.withLock { state in
      state.suspected.removeAll { $0.kind == turn.kind && $0.subject == turn.subject }
      state.repeated.removeAll { $0.kind == turn.kind && $0.subject == turn.subject }
    }
  }

  func forget(_ subject: String) { state.withLock { $0.fatal.removeAll { $0.subject == subject } } }

  func add(_ turns: [CrashJournalEntry]) {
    state.withLock { state in state.fatal += turns.filter { !state.fatal.contains($0) } }
  }

  func remove(_ turns: [CrashJournalEntry]) {
    state.withLock { state in
      state.fatal.removeAll(where: turns.contains)
      state.suspected.removeAll(where: turns.contains)
      state.repeated.removeAll(where: turns.contains)
    }
  }

  /// As if a process had ended in this turn.
  func died(in turn: CrashJournalEntry) { ended(in: [CrashFinding(turn, isFatal: true)]) }

  /// As if a process had been killed in this turn.
  func killed(in turn: CrashJournalEntry) {
    state.withLock { state in
      let isRepeated = state.suspected.contains { $0.kind == turn.kind && $0.subject == turn.subject }
      state.found = [CrashFinding(turn, isFatal: isRepeated)]
      state.suspected.append(turn)
      if isRepeated { state.repeated.append(turn) }
    }
  }

  /// As if a process with several hubs had ended in their turns.
  func ended(in found: [CrashFinding]) {
    state.withLock { state in
      state.found = found
      state.fatal += found.filter(\.isFatal).map(\.turn)
    }
  }

  var isFilled: Bool { state.withLock { $0.isFilled } }

  /// What was recorded since it was asked last.
  func take() -> [CrashJournalEntry] {
    state.withLock { state in
      defer { state.filled = [] }
      return state.filled
    }
  }
}
