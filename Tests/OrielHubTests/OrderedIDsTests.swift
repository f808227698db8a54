import Oriel
import Testing

@testable import OrielHub

struct OrderedIDsTests {
  @Test func `ids are in their order, whatever came and went, and in between`() {
    var generator = SystemRandomNumberGenerator()
    var (ids, known) = (OrderedIDs(), Set<String>())
    for step in 0..<2000 {
      let id = "w-\(UInt8.random(in: 0...255, using: &generator))"
      if known.remove(id) != nil {
        ids.remove(WindowID(id))
      } else {
        known.insert(id)
        ids.insert(WindowID(id))
      }
      guard step % 7 == 0 else { continue }
      ids.merge()
      #expect(ids.behind(nil).map(\.rawValue) == known.sorted())
      #expect(ids.behind(WindowID(id)).map(\.rawValue) == known.sorted().filter { $0 > id })
    }
  }
}
