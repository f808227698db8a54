import OrielDocument

/// A patch with its bytes, encoded once for all receivers and for the history.
package final class EncodedPatch: Sendable {
  /// The JSON array of the operations.
  package let bytes: [UInt8]

  package init(_ patch: Patch) {
    var writer = JSONWriter()
    writer.write(patch)
    bytes = writer.bytes
  }

  var patch: Patch? {
    (try? JSONReader.value(from: bytes, depth: .max)).flatMap { try? Patch(json: $0) }
  }

  static let empty = EncodedPatch([])
}

/// The last patches of a document, so that a page that was away can catch up with one patch.
struct PatchHistory {
  /// `patches[i]` leads from revision `base + i` to the next.
  private var patches: [EncodedPatch] = []
  private var base: Int
  private var bytes = 0
  private let limit: Int

  init(rev: Int, limit: Int) {
    base = rev
    self.limit = limit
  }

  mutating func append(_ patch: EncodedPatch) {
    patches.append(patch)
    bytes += patch.bytes.count
    var dropped = 0
    while bytes > limit {
      bytes -= patches[dropped].bytes.count
      dropped += 1
    }
    patches.removeFirst(dropped)
    base += dropped
  }

  /// A single patch from `rev` to the current revision; `nil` if the history doesn't go back that far.
  func composed(since rev: Int) -> EncodedPatch? {
    guard rev >= base, rev <= base + patches.count else { return nil }
    let missing = patches[(rev - base)...]
    if missing.count == 1 { return missing.first }
    let decoded = missing.compactMap(\.patch)
    guard decoded.count == missing.count else { return nil }
    return EncodedPatch(Patch.composed(decoded))
  }
}
