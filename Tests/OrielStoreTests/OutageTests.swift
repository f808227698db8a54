import Testing

@testable import OrielPostgres

struct OutageTests {
  private let begin = ContinuousClock.now
  private var outage: Outage

  init() { outage = Outage(at: begin) }

  /// Checks each half a second, up to this second.
  private mutating func checked(from first: Double, to last: Double) -> [Outage.Verdict] {
    var verdicts: [Outage.Verdict] = []
    for time in stride(from: first, through: last, by: 0.5) {
      let verdict = outage.check(at: begin + .seconds(time))
      if verdicts.last != verdict { verdicts.append(verdict) }
    }
    return verdicts
  }

  private mutating func hear(_ answer: Bool?, asked: Double, at time: Double) -> Outage.Verdict {
    outage.hear(answer, askedAt: begin + .seconds(asked), at: begin + .seconds(time))
  }

  @Test mutating func `a node that no other one answers ends after 15 seconds`() {
    #expect(checked(from: 0.5, to: 20) == [.goOn, .noOtherAnswers])
    #expect(outage.check(at: begin + .seconds(20.5)) == .noOtherAnswers)
  }

  @Test mutating func `a node that is answered late goes on for as long as the database is away`() {
    for second in 0..<100 {
      let time = Double(second)
      #expect(hear(false, asked: time - 4.5, at: time) == .goOn)
      #expect(checked(from: time, to: time + 0.5) == [.goOn])
    }
  }

  @Test mutating func `a node ends if others have reached the database for 4 seconds`() {
    #expect(hear(true, asked: 0, at: 1) == .connectAnew)
    #expect(hear(true, asked: 1, at: 6) == .goOn)
    #expect(hear(false, asked: 5, at: 5) == .goOn)
    #expect(hear(true, asked: 5, at: 6) == .othersReachIt)
  }

  @Test mutating func `a database that was away for all meanwhile has to be reached for 4 seconds again`() {
    #expect(hear(true, asked: 0, at: 1) == .connectAnew)
    #expect(hear(false, asked: 3, at: 4) == .goOn)
    #expect(hear(true, asked: 20, at: 21) == .connectAnew)
    #expect(hear(true, asked: 24, at: 24) == .goOn)
    #expect(hear(true, asked: 25, at: 25) == .othersReachIt)
  }

  @Test mutating func `an answer to a question of an earlier outage says nothing`() {
    #expect(hear(true, asked: -1, at: 1) == .goOn)
    #expect(hear(true, asked: 0, at: 1) == .connectAnew)
  }

  @Test mutating func `a program that has stood still gives the others their time again`() {
    #expect(checked(from: 0.5, to: 14) == [.goOn])
    #expect(checked(from: 20, to: 34.5) == [.goOn])
    #expect(checked(from: 35, to: 35) == [.noOtherAnswers])
  }
}
