import Oriel
import OrielDocument
import Testing

@testable import OrielHub

/// Topics of the hub whose rules need no window.
@Suite struct TopicTests {
  @Test func `what several wait for is looked for once, and all get the answer in their order`() {
    var callbacks = Callbacks<String, Int>()
    let answers = Box<[String]>([])
    let isFirst = ["a", "b"].map { name in callbacks.add({ answers.value.append("\(name) \($0)") }, for: "key") }
    #expect(isFirst == [true, false])
    #expect([callbacks.isWaiting(for: "key"), callbacks.isWaiting(for: "other")] == [true, false])
    for callback in callbacks.removeAll(for: "key") { callback(7) }
    #expect(answers.value == ["a 7", "b 7"])
    #expect(callbacks.isEmpty)
    let isFirstAgain = callbacks.add({ _ in }, for: "key")
    #expect(isFirstAgain)
  }

  @Test func `a commit is part of the commit or the act in which it begins`() {
    var gate = TransactionGate()
    let inCommit = [gate.beginCommit(), gate.beginCommit(), gate.beginAct()]
    gate.endCommit()
    let inAct = [gate.beginAct(), gate.beginCommit(), gate.beginAct()]
    gate.endAct()
    let after = gate.beginCommit()
    #expect([inCommit, inAct, [after]] == [[true, false, false], [true, false, false], [true]])
  }

  @Test func `handlers have room in their window and with their user`() {
    var limits = HubLimits()
    (limits.handlersPerWindow, limits.handlersPerUser) = (2, 3)
    var running = RunningHandlers()
    func room() -> [Bool] {
      [("w1", "ann"), ("w2", "ann"), ("w3", "bob")].map { window, user in
        running.hasRoom(in: WindowID(window), of: ScalarKey(user), limits)
      }
    }
    for _ in 0..<2 { running.began(in: WindowID("w1"), of: "ann") }
    #expect(room() == [false, true, true])
    running.began(in: WindowID("w2"), of: "ann")
    #expect(room() == [false, false, true])
    running.began()
    running.ended(in: WindowID("w1"), of: "ann")
    #expect(room() == [true, true, true])
    #expect(running.count == 3)
  }

  @Test func `what a handler does after a wait is charged to its page, and to no other`() {
    final class Payer: WorkPayer {
      private(set) var works: [String] = []
      var pays = true
      func beginWork() -> Bool {
        works.append("begins")
        return pays
      }
      func endWork() { works.append("ends") }
    }
    let (page, poor) = (Payer(), Payer())
    poor.pays = false
    var time = HandlerTime()
    time.began(1, of: page)
    time.began(2, of: poor)
    for task in [1, 2, 3] as [UInt] {
      time.jobBegins(task)
      time.jobEnds()
    }
    time.ended(1)
    time.jobBegins(1)
    time.jobEnds()
    #expect(page.works == ["begins", "ends"])
    #expect(poor.works == ["begins"])
  }

  @Test func `a limited number of pages waits, and a limited number of their bytes`() {
    var limits = HubLimits()
    (limits.waitingArrivals, limits.waitingArrivalBytes) = (2, 100)
    var arrivals = WaitingArrivals()
    let isThereRoom = [60, 50, 40, 0].map { arrivals.add($0, limits) }
    #expect(isThereRoom == [true, false, true, false])
    arrivals.remove(60)
    #expect([arrivals.count, arrivals.bytes] == [1, 40])
    let isRoomAgain = arrivals.add(60, limits)
    #expect(isRoomAgain)
  }

  @Test func `a tenant whose rows have come to half of the limit is reported then`() {
    var sizes = RowSizes()
    let half = RowSize(rows: RowLimits.rows / 2, bytes: 0)
    let one = RowSize(rows: 1, bytes: 10)
    let reported = [one, half, one].map { sizes.change("acme", by: $0) }
    #expect(reported == [nil, half + one, nil])
    #expect(sizes["acme"] == half + one + one)
    let large = RowSize(rows: 1, bytes: RowLimits.bytes / 2)
    let reportedBytes = sizes.change("large", by: large)
    #expect(reportedBytes == large)
    #expect(sizes["other"] == RowSize())
  }

  @Test func `a type that a store can't bring back is reported once`() {
    let (own, lasting) = (TypeName.of(Hidden.self), TypeName.of(TopicTests.self))
    var types = PrivateTypes(storeOutlivesProcess: true)
    let isNew = [own, own, lasting].map { types.report($0) }
    #expect(isNew == [true, false, false])
    var inMemory = PrivateTypes(storeOutlivesProcess: false)
    let isLost = inMemory.report(own)
    #expect(!isLost)
  }

  @Test func `the key of a request is kept until it expires, for its user and with a short answer`() {
    var keys = RequestKeys()
    let (ann, bob) = (User(id: "ann"), User(id: "bob"))
    let holders = [ann, bob].map { RequestHolder($0, from: nil, to: "POST /a") }
    for (id, time) in [("one", 500_000), ("two", 900_000)] as [(String, Int64)] {
      keys.add(RequestKeys.Entry(of: holders[0], fingerprint: "f", expires: time), id: id)
    }
    _ = keys["one"]?.end(.text("made", status: 201))
    _ = keys["two"]?.end(.text(String(repeating: "x", count: RequestKeys.largestAnswer + 1)))
    // Its media type counts too.
    #expect([keys["one"]?.answer?.text, keys["two"]?.answer?.text] == ["made", ""])
    #expect([keys.count, keys.count(of: holders[0]), keys.count(of: holders[1])] == [2, 2, 0])
    let expired = [700_000, 1_400_000].map { keys.sweep(at: $0) }
    #expect(expired == [["one"], ["two"]])
    #expect([keys.count, keys.count(of: holders[0])] == [0, 0])
  }
}

private struct Hidden {}

private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}
