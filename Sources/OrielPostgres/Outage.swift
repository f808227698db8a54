/// A time in which the database does not answer this node, and what the other nodes say about it.
///
/// They are asked once a second, and each question waits for its answer for ``patience``: a slow answer is as good as any.
/// While it can't be told whether this node alone is cut off, it goes on in memory. That is safe, as nothing is acknowledged,
/// and nothing will be written if others have taken its tenants over.
struct Outage {
  /// How long a question waits for its answer.
  static let patience: Duration = .seconds(5)
  /// For how long no other node has to answer before this one ends.
  static let longestSilence: Duration = .seconds(15)
  /// For how long others have to reach the database before this one ends: one that is back has answered them a moment before.
  static let longestLag: Duration = .seconds(4)
  /// How far apart two answers may be that others reach the database, for it to have been there all the time.
  static let longestGap: Duration = .seconds(3)

  /// How the node goes on.
  enum Verdict: Equatable {
    case goOn
    /// Others reach the database: a new connection may be answered at once, where packets of this one were lost.
    case connectAnew
    /// Others have reached the database for a while.
    case othersReachIt
    /// No other node has answered for a while.
    case noOtherAnswers
  }

  private let begin: ContinuousClock.Instant
  /// When the last answer came, or this program last went on after it had stood still.
  private var lastAnswer: ContinuousClock.Instant
  private var lastCheck: ContinuousClock.Instant
  /// Since when others reach the database, and when one has last said so.
  private var reachedSince: ContinuousClock.Instant?
  private var lastReached: ContinuousClock.Instant?

  init(at now: ContinuousClock.Instant) { (begin, lastAnswer, lastCheck) = (now, now, now) }

  /// Called each half a second, also in between if that helps.
  mutating func check(at now: ContinuousClock.Instant) -> Verdict {
    // Who stands still hears no answers.
    if lastCheck.duration(to: now) > .milliseconds(1500) { lastAnswer = now }
    lastCheck = now
    return lastAnswer.duration(to: now) < Self.longestSilence ? .goOn : .noOtherAnswers
  }

  /// A node has answered whether the database has answered it a moment ago, or has not answered.
  mutating func hear(
    _ answer: Bool?, askedAt asked: ContinuousClock.Instant, at now: ContinuousClock.Instant
  ) -> Verdict {
    guard let answer, asked >= begin else { return .goOn }
    lastAnswer = now
    guard answer else { return .goOn }
    // It was away for all meanwhile. One of them that says no may be cut off itself.
    if let lastReached, lastReached.duration(to: asked) > Self.longestGap { reachedSince = nil }
    lastReached = now
    guard let reachedSince else {
      reachedSince = now
      return .connectAnew
    }
    return reachedSince.duration(to: asked) < Self.longestLag ? .goOn : .othersReachIt
  }
}
