import Observation
import Oriel

/// The answers of other hubs to questions of the console. A `body` that reads an answer is updated when it comes, and
/// as long as it is read, the question is asked again each second.
@Observable
final class AnswersElsewhere<Key: Hashable & Sendable, Answer: Sendable> {
  private struct Known {
    var answer: Answer?
    /// The update at which it was last read.
    var readAt: Int
  }

  /// Counts the answers.
  private var news = 0
  @ObservationIgnored private var known: [Key: Known] = [:]
  @ObservationIgnored private unowned let hub: WindowHub
  @ObservationIgnored private let question: @Sendable (WindowHub, Key) -> Answer?
  @ObservationIgnored private let merge: (Answer, Answer) -> Answer

  /// - Parameters:
  ///   - question: Asked of each other hub, on it; `nil` if it has no answer.
  ///   - merge: Makes one answer of two; by default, the first one counts.
  init(
    of hub: WindowHub, _ question: @escaping @Sendable (WindowHub, Key) -> Answer?,
    merge: @escaping (Answer, Answer) -> Answer = { first, _ in first }
  ) {
    self.hub = hub
    self.question = question
    self.merge = merge
  }

  /// The latest answer; `nil` if there is none, or none yet.
  ///
  /// - Parameter tick: The console's current update.
  func answer(_ key: Key, at tick: Int) -> Answer? {
    guard !hub.neighbours.areNone else { return nil }
    _ = news
    let answer = known[key]?.answer
    let isNew = known[key] == nil
    known[key] = Known(answer: answer, readAt: tick)
    if isNew { ask(key) }
    return answer
  }

  /// Asks again what was read lately, and forgets the rest.
  func refresh(at tick: Int) {
    known = known.filter { $0.value.readAt >= tick - 2 }
    for key in known.keys { ask(key) }
  }

  private func ask(_ key: Key) {
    let question = question
    hub.askOthers({ question($0, key) }) { [weak self] answers in
      guard let self, known[key] != nil else { return }
      known[key]?.answer = answers.reduce(nil) { one, other in
        guard let one, let other else { return one ?? other }
        return merge(one, other)
      }
      news += 1
    }
  }
}
