import Testing

@testable import Oriel

struct DifferenceTests {
  @Test func `what is not among others is found by asking each once`() {
    let (old, new) = (Array(0..<400), Array(1..<401))
    var asked = 0
    let left = old.without(new) { number in
      asked += 1
      return number
    }
    #expect(left == [0])
    #expect(asked == 800)
  }
}
