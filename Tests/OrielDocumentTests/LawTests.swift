import Glibc
import OrielDocument
import Testing

/// The laws that hold for every document, tried on many seeded ones. A failure names the seed.
struct LawTests {
  private static let seeds = firstSeed..<firstSeed + 400
  /// `deploy/test --nightly` tries others.
  private static let firstSeed = getenv("ORIEL_TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

  @Test func `applying the difference gives the new value`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let old = generator.object()
      for new in [generator.changed(old), generator.object()] {
        let operations = try #require(JSONValue.difference(from: old, to: new), "seed \(seed)")
        #expect(try old.applying(Patch(operations)) == new, "seed \(seed): \(old) to \(new)")
      }
    }
  }

  @Test func `patches applied to the old document give the new one`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      var (document, client) = (generator.document(), JSONValue.null)
      client = document
      for _ in 0..<10 {
        let next = generator.transaction(document)
        let patch = Patch(try #require(JSONValue.difference(from: document, to: next)))
        try client.apply(patch)
        #expect(client == next, "seed \(seed): \(document) to \(next)")
        document = next
      }
    }
  }

  @Test func `equal documents have no difference`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let document = generator.object()
      let copy = try JSONReader.value(from: document.description)
      #expect(JSONValue.difference(from: document, to: copy) == [], "seed \(seed)")
    }
  }

  @Test func `a composed patch does what its patches do one after another`() throws {
    var dropped = 0
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let isDocument = generator.chance(50)
      let start = isDocument ? generator.document() : generator.object()
      var (end, patches) = (start, [Patch]())
      for _ in 0..<8 {
        let next = isDocument ? generator.transaction(end) : generator.changed(end)
        patches.append(Patch(try #require(JSONValue.difference(from: end, to: next))))
        end = next
      }
      let composed = Patch.composed(patches)
      dropped += patches.map(\.operations.count).reduce(0, +) - composed.operations.count
      #expect(try start.applying(composed) == end, "seed \(seed): \(start), \(patches)")
    }
    #expect(dropped > 500)
  }

  @Test func `what is written is what is read`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let value = generator.value(depth: 5)
      #expect(try JSONReader.value(from: value.description) == value, "seed \(seed): \(value)")
    }
  }

  @Test func `equal values have one hash`() {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let members = generator.object().objectValue ?? [:]
      let turned = JSONObject(members.reversed().map { ($0.key, $0.value) })
      #expect(members == turned, "seed \(seed)")
      #expect(members.hashValue == turned.hashValue, "seed \(seed)")
    }
  }

  @Test func `a patch comes back from its JSON`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = (generator.object(), generator.object())
      let patch = Patch(try #require(JSONValue.difference(from: old, to: new)))
      #expect(try Patch(json: JSONReader.value(from: patch.description)) == patch, "seed \(seed)")
    }
  }

  @Test func `a difference is hardly longer than the whole document`() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed)
      let (old, new) = (generator.object(), generator.object())
      let operations = try #require(JSONValue.difference(from: ["v": old], to: ["v": new]))
      let whole = Patch([.replace("/v", new)]).description.utf8.count
      #expect(Patch(operations).description.utf8.count <= whole + 40, "seed \(seed): \(operations)")
    }
  }
}
