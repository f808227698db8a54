/// By name: `deploy/fuzz` searches for inputs that break a law, and `CorpusTests` tries those that are kept.
let fuzzTargets: [String: @Sendable ([UInt8]) -> Void] = [
  "wire": fuzzWire, "document": fuzzDocument, "head": fuzzHead, "frames": fuzzFrames, "addresses": fuzzAddresses,
  "window": fuzzWindow, "store": fuzzStore,
]
