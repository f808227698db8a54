import Oriel
import Testing

@testable import OrielHub

struct AgendaTests {
  private func timer(_ type: String, _ id: String, at due: Int64) -> StoredTimer {
    StoredTimer(tenant: .app, type: type, id: id, due: due, message: [])
  }

  private func taken(from agenda: Agenda, at time: Int64, exceptOf types: Set<String> = []) -> [String] {
    var (agenda, names) = (agenda, [String]())
    while let next = agenda.due(at: time, exceptOf: types) {
      names.append("\(next.type)\(next.id)")
      agenda.remove(type: next.type, id: next.id)
    }
    return names
  }

  @Test func `messages are taken when they are due, and among equals by type and id`() {
    let agenda = Agenda([
      timer("b", "1", at: 5), timer("a", "2", at: 5), timer("a", "1", at: 5), timer("b", "2", at: 3),
      timer("c", "1", at: 9),
    ])
    #expect(taken(from: agenda, at: 5) == ["b2", "a1", "a2", "b1"])
    #expect(taken(from: agenda, at: 9, exceptOf: ["b"]) == ["a1", "a2", "c1"])
    #expect(agenda.first == timer("b", "2", at: 3))
    #expect(agenda.first(after: 3) == timer("a", "1", at: 5))
    #expect(agenda.first(after: 9) == nil)
  }

  @Test func `a message that is scheduled again is there once, at its new time`() {
    var agenda = Agenda([timer("a", "1", at: 5), timer("a", "2", at: 6)])
    agenda.set(timer("a", "1", at: 7))
    #expect(taken(from: agenda, at: 9) == ["a2", "a1"])
    #expect(agenda.count == 2)
    #expect(agenda.remove(type: "a", id: "1") && !agenda.remove(type: "a", id: "1"))
    #expect((agenda.count, agenda.nextDue) == (1, 6))
  }
}
