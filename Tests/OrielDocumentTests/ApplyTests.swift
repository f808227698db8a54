import OrielDocument
import Testing

struct ApplyTests {
  @Test(
    arguments: [
      ([:], .add("/a", 1), ["a": 1]), (["a": 1], .add("/a", 2), ["a": 2]), ([1, 3], .add("/1", 2), [1, 2, 3]),
      ([1], .add("/1", 2), [1, 2]), (["a": 1, "b": 2], .remove("/a"), ["b": 2]), ([1, 2, 3], .remove("/1"), [1, 3]),
      (["a": [["b": 1]]], .replace("/a/0/b", .null), ["a": [["b": .null]]]), ([1, 2], .replace("/1", 3), [1, 3]),
      ([1, 2, 3], .move(from: "/0", to: "/2"), [2, 3, 1]), ([1, 2, 3], .move(from: "/2", to: "/0"), [3, 1, 2]),
      (["a": [1], "b": [:]], .move(from: "/a/0", to: "/b/c"), ["a": [], "b": ["c": 1]]),
      (["a": 1, "b": 2], .move(from: "/a", to: "/b"), ["b": 1]), (["a": 1], .move(from: "/a", to: "/a"), ["a": 1]),
      (["a/b": ["m~n": 1]], .remove("/a~1b/m~0n"), ["a/b": [:]]),
      (["-": ["0": 1]], .replace("/-/0", 2), ["-": ["0": 2]]),
      (["a": 1], .add("", [1]), [1]), (["a": ["b": 1]], .move(from: "/a/b", to: "/a"), ["a": 1]),
    ] as [(JSONValue, PatchOperation, JSONValue)])
  func `an operation does what RFC 6902 says`(_ old: JSONValue, _ operation: PatchOperation, _ new: JSONValue) throws {
    #expect(try old.applying([operation]) == new)
  }

  @Test(
    arguments: [
      ([:], .remove("/a"), .noValue(at: "/a")), ([:], .replace("/a", 1), .noValue(at: "/a")),
      ([:], .add("/a/b", 1), .noValue(at: "/a/b")),
      ([1], .add("/2", 2), .noIndex(at: "/2")), ([1], .add("/-", 2), .noIndex(at: "/-")),
      ([1], .add("/01", 2), .noIndex(at: "/01")),
      ([1], .replace("/1", 2), .noIndex(at: "/1")), ([1], .remove("/-1"), .noIndex(at: "/-1")),
      ([1], .remove("/"), .noIndex(at: "/")),
      ([1], .remove("/99999999999999999999"), .noIndex(at: "/99999999999999999999")),
      ([[1]], .remove("/x/0"), .noIndex(at: "/x/0")),
      (["a": 1], .add("/a/b", 1), .noValue(at: "/a/b")), (1, .remove("/0"), .noValue(at: "/0")),
      (1, .remove(""), .noValue(at: "")),
      (["a": ["b": 1]], .move(from: "/a", to: "/a/b"), .moveIntoItself(from: "/a", path: "/a/b")),
      (["a": 1], .move(from: "/b", to: "/a"), .noValue(at: "/b")),
    ] as [(JSONValue, PatchOperation, PatchError)])
  func `an operation that cannot be applied says why`(
    _ old: JSONValue, _ operation: PatchOperation, _ error: PatchError
  ) {
    #expect(throws: error) { try old.applying([operation]) }
  }

  @Test func `a patch is applied whole or not at all`() {
    var document: JSONValue = ["a": [1, 2], "b": 1]
    let before = document
    #expect(throws: PatchError.noValue(at: "/c")) {
      try document.apply([.add("/a/0", 0), .remove("/b"), .remove("/c")])
    }
    #expect(document == before)
  }

  @Test(
    arguments: [
      ([:], .notAnArray), ([1], .notAnObject), ([[:]], .missingMember("op")), ([["op": "add"]], .missingMember("path")),
      ([["op": "add", "path": "/a"]], .missingMember("value")),
      ([["op": "move", "path": "/a"]], .missingMember("from")),
      ([["op": "copy", "path": "/a", "from": "/b"]], .unknownOperation("copy")),
      ([["op": "remove", "path": "a"]], .notAPointer("a")),
      ([["op": "replace", "path": "", "value": 1]], .wholeDocument),
      ([["op": "remove", "path": 1]], .missingMember("path")),
    ] as [(JSONValue, PatchError)])
  func `a value that is not a patch is refused`(_ json: JSONValue, _ error: PatchError) {
    #expect(throws: error) { try Patch(json: json) }
  }

  @Test func `a patch is written as RFC 6902 has it`() throws {
    let patch: Patch = [
      .add("/a", 1), .remove("/b", animation: ["name": "fade"]), .replace("/c", .null), .move(from: "/d/0", to: "/d/1"),
    ]
    #expect(
      patch.description
        == #"[{"op":"add","path":"/a","value":1},{"op":"remove","path":"/b","animation":{"name":"fade"}},"#
        + #"{"op":"replace","path":"/c","value":null},{"op":"move","from":"/d/0","path":"/d/1"}]"#)
    #expect(try Patch(json: JSONValue(parsing: patch.description)) == patch)
  }
}
