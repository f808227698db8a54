import Observation
import Synchronization
import Testing

@testable import Oriel

struct LazyRegistrarTests {
  @Observable
  final class Counter: Sendable {
    @ObservationIgnored private let _$observationRegistrar = LazyRegistrar()
    @ObservationIgnored private let number = Mutex(0)

    var count: Int {
      access(keyPath: \.count)
      return number.withLock(\.self)
    }

    func add() {
      withMutation(keyPath: \.count) { number.withLock { $0 += 1 } }
    }
  }

  @Test func `a change after the first reading is noticed, once`() {
    let counter = Counter()
    counter.add()
    let changes = Changes()
    withObservationTracking({ #expect(counter.count == 1) }, onChange: { changes.add() })
    counter.add()
    counter.add()
    #expect(changes.count == 1)
    #expect(counter.count == 3)
  }

  /// The first readings of two threads make one registrar.
  @Test func `threads that read at the same time all notice the next change`() async {
    for _ in 0..<200 {
      let (counter, changes) = (Counter(), Changes())
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { withObservationTracking({ _ = counter.count }, onChange: { changes.add() }) }
        }
      }
      counter.add()
      #expect(changes.count == 4)
    }
  }

  private final class Changes: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock(\.self) }
    func add() { number.withLock { $0 += 1 } }
  }
}
