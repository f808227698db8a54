import OrielHub
import OrielSQL

/// Another program, as the database shows it.
struct Other: Equatable {
  var node: ServerNode
  /// Whether it serves alone, so that no other program may serve beside it.
  var isAlone = false
  /// Its role in the database: only programs of the same role see each other's connections.
  var role = ""
  /// The mark of its folder of uploads; `nil` if it accepts none.
  var uploads: String?
  /// Whether the database has a connection of it.
  var hasSession: Bool
  /// None of a program that is older than they are.
  var keys = NodeIdentity.Keys()

  var life: Life { node.life }
}

extension Life {
  /// The name of its connections in the database (`application_name`), by which others see whether it lives.
  var sessions: String { "oriel/\(number)" }
}

/// Judges by one's own clock which programs live.
struct Watch {
  /// Whether others may be about to connect again.
  var isAfterOutage = false
  private var lastLook: ContinuousClock.Instant?
  private var seen: [Life: Seen] = [:]

  private struct Seen {
    var beat: Int64
    var beatChanged: ContinuousClock.Instant
    var hasBeaten = false
    /// Since when it had no connection in any look.
    var left: ContinuousClock.Instant?
  }

  /// A verdict on another program.
  enum Verdict: Equatable {
    case lives
    /// It has lost its connections: it is dead if nothing is at its address any more, or something else.
    case hasLeft
    /// Its beat has stood for a while: it is dead unless it answers when it is asked.
    case isSilent
    case isDead
  }

  /// Whether it has shown that it lives.
  func hasBeaten(_ other: Other) -> Bool { seen[other.life]?.hasBeaten ?? false }

  /// - Returns: One that lives, as far as can be told by now. Nothing but the database can be asked.
  mutating func living(among others: [Other], at now: ContinuousClock.Instant) -> Other? {
    look(at: others, now)
    return others.first { [.lives, .hasLeft].contains(verdict(on: $0, at: now)) }
  }

  /// Judges each of the others.
  mutating func judge(_ others: [Other], at now: ContinuousClock.Instant) -> [(other: Other, verdict: Verdict)] {
    look(at: others, now)
    return others.map { ($0, verdict(on: $0, at: now)) }
  }

  private mutating func look(at others: [Other], _ now: ContinuousClock.Instant) {
    // Between two looks that are far apart, the database or this program has stood still, and not the others.
    if lastLook.map({ $0.duration(to: now) > .milliseconds(1500) }) ?? false { seen = [:] }
    lastLook = now
    seen = Dictionary(
      uniqueKeysWithValues: others.map { other in
        var seen = self.seen[other.life] ?? Seen(beat: other.node.beat, beatChanged: now)
        if seen.beat != other.node.beat { (seen.beat, seen.beatChanged, seen.hasBeaten) = (other.node.beat, now, true) }
        seen.left = other.hasSession ? nil : seen.left ?? now
        return (other.life, seen)
      })
  }

  private func verdict(on other: Other, at now: ContinuousClock.Instant) -> Verdict {
    guard let seen = seen[other.life] else { return .lives }
    let (session, beat): (Duration, Duration) =
      isAfterOutage ? (.seconds(10), .seconds(10)) : (.milliseconds(1500), .seconds(3))
    let silence = seen.beatChanged.duration(to: now)
    if seen.left.map({ $0.duration(to: now) >= session }) ?? false || silence >= .seconds(10) { return .isDead }
    if seen.left != nil, seen.hasBeaten, !isAfterOutage { return .hasLeft }
    return silence < beat ? .lives : .isSilent
  }
}
