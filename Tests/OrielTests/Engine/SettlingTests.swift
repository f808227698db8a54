import Testing

@testable import Oriel

struct SettlingTests {
  @Test func `the phases of a round have this order`() {
    #expect(
      SettlingPhase.order == [
        .lockScreen, .observations, .structure, .contested, .tabs, .orphans, .chain, .finishing, .starting, .items,
        .watches, .lockPlace, .visibility,
      ])
  }

  @Test func `a settling becomes stricter every 64 rounds, and is over after 192`() {
    var settling = Settling()
    var rounds: [Settling.Stage: Int] = [:]
    while settling.beginRound() { rounds[settling.stage, default: 0] += 1 }
    #expect(rounds == [.open: 64, .refusing: 64, .silent: 64])
    #expect(settling.stage == .over)
  }

  @Test func `the restless model is the one called last, and is told once`() {
    var settling = Settling()
    let (a, b) = (model("a"), model("b"))
    settling.calls(a)
    settling.runs(ObservationToken(of: b) {})
    #expect(settling.actor === b)
    settling.runs(nil)
    #expect(settling.actor === b)
    #expect(
      [settling.isReported, settling.markReported(), settling.markReported(), settling.isReported] == [
        false, true, false, true,
      ])
  }

  @Test func `in silence an observation runs once more`() {
    var settling = Settling()
    let token = ObservationToken(of: model("a")) {}
    #expect([settling.allows(token), settling.allows(token)] == [true, true])
    for _ in 1...129 { _ = settling.beginRound() }
    #expect([settling.allows(token), settling.allows(token)] == [true, false])
  }
}
