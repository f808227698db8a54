import OrielDocument
import Testing

struct DifferenceTests {
  private func rows(_ ids: some Sequence<Int>) -> [JSONValue] {
    ids.map { ["id": .string("r\($0)"), "type": "text", "text": .string("Row \($0)")] }
  }

  private func difference(_ old: [JSONValue], _ new: [JSONValue]) -> [PatchOperation]? {
    JSONValue.difference(from: ["rows": .array(old)], to: ["rows": .array(new)])
  }

  @Test func `only what changed is said`() {
    let old: JSONValue = ["title": "A", "count": 1, "gone": true, "deep": ["same": [1, 2], "leaf": "x"]]
    let new: JSONValue = ["title": "A", "count": 2, "deep": ["leaf": "y", "same": [1, 2]], "new": [:]]
    #expect(
      JSONValue.difference(from: old, to: new) == [
        .remove("/gone"), .replace("/count", 2), .replace("/deep/leaf", "y"), .add("/new", [:]),
      ])
  }

  @Test func `a prefix stands before every path`() {
    #expect(JSONValue.difference(from: ["a": 1], to: ["a": 2], at: "/models/m~01") == [.replace("/models/m~01/a", 2)])
    #expect(JSONValue.difference(from: 1, to: 2, at: "/a") == [.replace("/a", 2)])
  }

  @Test func `names are escaped`() {
    #expect(JSONValue.difference(from: ["a/b": ["~": 1]], to: ["a/b": ["~": 2]]) == [.replace("/a~1b/~0", 2)])
  }

  @Test func `a whole document cannot be replaced`() {
    #expect(JSONValue.difference(from: [:], to: []) == nil)
    #expect(JSONValue.difference(from: 1, to: 2) == nil)
    #expect(JSONValue.difference(from: 1, to: 1) == [])
    #expect(
      JSONValue.difference(from: ["a": 1, "b": 2], to: ["c": 1]) == [.remove("/a"), .remove("/b"), .add("/c", 1)])
  }

  @Test func `a changed type of number or text is no change of another kind`() {
    #expect(
      JSONValue.difference(from: ["a": 1, "b": "é"], to: ["a": 1.0, "b": "e\u{301}"]) == [.replace("/b", "e\u{301}")])
  }

  @Test func `a pushed model is one addition`() {
    let old: JSONValue = ["path": [["model": "m2"]]]
    let new: JSONValue = ["path": [["model": "m2"], ["model": "m3"]]]
    #expect(JSONValue.difference(from: old, to: new, at: "/models/m1") == [.add("/models/m1/path/1", ["model": "m3"])])
    #expect(JSONValue.difference(from: new, to: old, at: "/models/m1") == [.remove("/models/m1/path/1")])
  }

  @Test func `a moved row is one move`() {
    let old = rows(0..<1000)
    #expect(difference(old, rows([999] + Array(0..<999))) == [.move(from: "/rows/999", to: "/rows/0")])
    #expect(difference(old, rows(Array(1..<1000) + [0])) == [.move(from: "/rows/0", to: "/rows/999")])
    #expect(difference(rows(0..<5), rows([0, 3, 2, 1, 4]))?.count == 2)
  }

  @Test func `reversed rows are one move less than rows`() throws {
    for count in 2..<40 {
      let operations = try #require(difference(rows(0..<count), rows((0..<count).reversed())))
      #expect(operations.count == count - 1)
    }
  }

  @Test func `an inserted row changes no other`() {
    #expect(difference(rows(0..<3), rows([0, 7, 1, 2])) == [.add("/rows/1", rows([7])[0])])
    #expect(difference(rows(0..<3), rows([0, 2])) == [.remove("/rows/1")])
  }

  @Test func `a row that moves and changes does both`() {
    var new = rows([2, 0, 1])
    new[0] = ["id": "r2", "type": "text", "text": "New"]
    #expect(
      difference(rows(0..<3), new) == [.move(from: "/rows/2", to: "/rows/0"), .replace("/rows/0/text", "New")])
  }

  @Test func `removals come first, then moves, then additions`() {
    #expect(
      difference(rows([0, 1, 2, 3, 4]), rows([4, 5, 0, 2])) == [
        .remove("/rows/3"), .remove("/rows/1"), .move(from: "/rows/2", to: "/rows/0"), .add("/rows/1", rows([5])[0]),
      ])
  }

  @Test func `elements without an id go by their turn`() {
    #expect(difference(["a", "b", "c"], ["b", "c"]) == [.remove("/rows/0")])
    #expect(difference(["a", "b", "c"], ["a", "x", "c"]) == [.replace("/rows/1", "x")])
    let long = JSONValue.string(String(repeating: "long ", count: 20))
    #expect(difference(["a", long], ["x", "y", long]) == [.add("/rows/1", "y"), .replace("/rows/0", "x")])
    #expect(difference([["text": "a"], 1], [["text": "b"], 1]) == [.replace("/rows/0/text", "b")])
  }

  @Test func `a series that slides loses its first values and gains its last`() {
    let old = (1...60).map { JSONValue.integer($0 * $0) }
    for (lost, gained) in [(1, 1), (2, 2), (5, 5), (8, 0), (3, 1), (1, 4)] {
      let last = (0..<gained).map { JSONValue.integer(-$0 - 1) }
      let removed = Array(repeating: PatchOperation.remove("/rows/0"), count: lost)
      let added = last.enumerated().map { PatchOperation.add(JSONPointer(tokens: ["rows", "\(60 - lost + $0)"]), $1) }
      #expect(difference(old, old.dropFirst(lost) + last) == removed + added)
    }
    #expect(difference(old, old.dropFirst(9) + [0])?.count == 1)
  }

  @Test func `a flat series changes where its values change`() {
    #expect(difference([1, 1, 1, 1], [1, 1, 1, 2]) == [.replace("/rows/3", 2)])
    let flat = Array(repeating: JSONValue.integer(1000), count: 20)
    #expect(difference([5] + flat, flat + [6]) == [.replace("/rows/0", 1000), .replace("/rows/20", 6)])
  }

  @Test func `elements with and without ids share a list`() {
    let old: [JSONValue] = [["type": "text", "text": "0"], ["id": "plus", "type": "button"]]
    let new: [JSONValue] = [
      ["type": "text", "text": "1"], ["id": "minus", "type": "button"], ["id": "plus", "type": "button"],
    ]
    #expect(
      difference(old, new) == [.add("/rows/1", ["id": "minus", "type": "button"]), .replace("/rows/0/text", "1")])
  }

  @Test func `an id that stands twice is still a list`() throws {
    let old: JSONValue = ["rows": [["id": "a", "n": 1], ["id": "a", "n": 2], ["id": "b"]]]
    let new: JSONValue = ["rows": [["id": "b"], ["id": "a", "n": 2], ["id": "a", "n": 3], ["id": "a", "n": 1]]]
    let operations = try #require(JSONValue.difference(from: old, to: new))
    #expect(try old.applying(Patch(operations)) == new)
  }

  @Test func `a subtree is replaced whole if that is shorter`() {
    #expect(difference(["a"], ["x", "y"]) == [.replace("/rows", ["x", "y"])])
  }

  @Test func `another type is another value`() {
    let old: JSONValue = ["m1": ["type": "A", "title": "One", "text": "first", "note": "some"]]
    let new: JSONValue = ["m1": ["type": "B", "name": "Two"]]
    #expect(JSONValue.difference(from: old, to: new) == [.replace("/m1", ["type": "B", "name": "Two"])])
  }

  @Test func `what is still the same thing is not replaced`() {
    let old: JSONValue = ["id": "f", "type": "textField", "text": "a", "focused": false]
    let new: JSONValue = ["id": "f", "type": "textField", "text": "b", "focused": true]
    #expect(difference([old], [new]) == [.replace("/rows/0/text", "b"), .replace("/rows/0/focused", true)])
  }

  @Test func `many members in another order are found`() throws {
    let numbers = Array(0..<600)
    let old = JSONObject(numbers.map { ("m\($0)", .integer($0)) })
    let new = JSONObject(numbers.reversed().map { ("m\($0)", .integer($0 == 5 ? 0 : $0)) })
    #expect(JSONValue.difference(from: .object(old), to: .object(new)) == [.replace("/m5", 0)])
  }
}
