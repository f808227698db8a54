import Foundation
import OrielDocument
import Testing

/// The patches in `Tests/Fixtures/patches`, which a JSON Patch library in Python applies too (`Tests/Conformance/test_patches.py`).
///
/// They show what a change of the differ does to the wire. After one that is meant, write them anew with
/// `ORIEL_WRITE_FIXTURES=1 swift test --filter GoldenPatchTests`, and read what changed.
struct GoldenPatchTests {
  private struct Case: Equatable {
    var before: JSONValue
    var patch: Patch
    var after: JSONValue
  }

  @Test(arguments: ["documents", "lists", "values"])
  func `the differences are those that were agreed upon`(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/patches/\(name).json")
    if ProcessInfo.processInfo.environment["ORIEL_WRITE_FIXTURES"] != nil { try write(generated(name), to: file) }
    let cases = try JSONReader.value(from: Array(Data(contentsOf: file)), depth: 64).arrayValue ?? []
    #expect(cases.count >= 40)
    for element in cases {
      let golden = try decoded(element)
      let operations = try #require(JSONValue.difference(from: golden.before, to: golden.after))
      #expect(Case(before: golden.before, patch: Patch(operations), after: golden.after) == golden)
      #expect(try golden.before.applying(golden.patch) == golden.after)
    }
  }

  private func decoded(_ json: JSONValue) throws -> Case {
    let patch = try Patch(json: try #require(json["patch"]))
    return Case(before: try #require(json["before"]), patch: patch, after: try #require(json["after"]))
  }

  private func write(_ cases: [Case], to file: URL) throws {
    let lines = cases.map { golden in
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("before")
      writer.write(golden.before)
      writer.key("patch")
      writer.write(golden.patch)
      writer.key("after")
      writer.write(golden.after)
      writer.endObject()
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    try Data("[\n\(lines.joined(separator: ",\n"))\n]\n".utf8).write(to: file)
  }

  private func generated(_ name: String) throws -> [Case] {
    let pairs: [(JSONValue, JSONValue)] =
      switch name {
      case "documents": (0..<10).flatMap { documents(seed: $0) }
      case "lists": lists
      default: (0..<150).map { values(seed: $0) }
      }
    return try pairs.map { before, after in
      let operations = try #require(JSONValue.difference(from: before, to: after))
      return Case(before: before, patch: Patch(operations), after: after)
    }
  }

  private func documents(seed: UInt64) -> [(JSONValue, JSONValue)] {
    var generator = SeededGenerator(seed: seed)
    var document = generator.document()
    return (0..<4).map { _ in
      let before = document
      document = generator.transaction(document)
      return (before, document)
    }
  }

  private func values(seed: UInt64) -> (JSONValue, JSONValue) {
    var generator = SeededGenerator(seed: seed)
    let before = generator.object()
    return (before, generator.chance(80) ? generator.changed(before) : generator.object())
  }

  /// Every order of four rows, and random ones of more, some of them new or changed.
  private var lists: [(JSONValue, JSONValue)] {
    let small = permutations([0, 1, 2, 3]).map { (rows([0, 1, 2, 3]), rows($0)) }
    let large = (UInt64(0)..<60).map { seed in
      var generator = SeededGenerator(seed: seed)
      let ids = Array(0..<10).shuffled(using: &generator)
      return (rows(ids.filter { _ in generator.chance(80) }), rows(Array(0..<12).filter { _ in generator.chance(80) }))
    }
    return small + large
  }

  private func permutations(_ numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.flatMap { first in permutations(numbers.filter { $0 != first }).map { [first] + $0 } }
  }

  private func rows(_ ids: [Int]) -> JSONValue {
    ["rows": .array(ids.enumerated().map { ["id": .string("r\($1)"), "text": .string("\($1) of \($0 / 4)")] })]
  }
}
