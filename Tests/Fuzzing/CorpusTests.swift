import Foundation
import Testing

/// The inputs of the corpus, in the usual build. `deploy/fuzz` searches for others.
struct CorpusTests {
  @Test(arguments: fuzzTargets.keys.sorted()) func `no input of the corpus breaks a law`(target: String) throws {
    let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
    let inputs = try FileManager.default.contentsOfDirectory(
      at: corpus.appendingPathComponent(target), includingPropertiesForKeys: nil)
    #expect(!inputs.isEmpty)
    for input in inputs { fuzzTargets[target]!(Array(try Data(contentsOf: input))) }
  }
}

/// A law that holds for every input.
func require(_ holds: Bool, _ law: @autoclosure () -> String) {
  if !holds { Issue.record("\(law())") }
}
