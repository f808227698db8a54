import Oriel
import OrielDocument

/// A document that changes by transactions: a window's own, or one that windows share.
package final class LiveDocument {
  package let graph: NavigationGraph
  /// How many transactions have changed it.
  package private(set) var rev = 0
  private var log: CatchUpLog
  private let byteLimit: Int
  /// No less than the document has.
  private var byteBound = 0

  init(graph: NavigationGraph, limits: HubLimits) {
    self.graph = graph
    byteLimit = limits.documentBytes
    log = CatchUpLog(rev: 1, limit: limits.catchUpBytes)
  }

  /// Settles and renders; the patch is what its last revision did not have.
  func commit() -> EncodedPatch? {
    graph.settle()
    var operations: [PatchOperation] = []
    graph.render(into: &operations)
    guard !operations.isEmpty else { return nil }
    let patch = limited(operations)
    rev += 1
    // The first revision is sent as a state: nobody has an older one.
    guard rev > 1 else { return nil }
    log.append(patch)
    return patch
  }

  /// A document grows by no more than what its patches say; only when their sum reaches the limit is it measured.
  private func limited(_ operations: [PatchOperation]) -> EncodedPatch {
    let patch = EncodedPatch(Patch(operations))
    byteBound += patch.bytes.count
    guard byteBound > byteLimit else { return patch }
    var operations = operations
    graph.shrink(to: byteLimit, into: &operations)
    byteBound = graph.encodedCount
    return EncodedPatch(Patch(operations))
  }

  /// What brings someone at `rev` up to date: one patch, if that is smaller than the state.
  func catchUp(since rev: Int) -> EncodedPatch? {
    guard rev < self.rev else { return rev == self.rev ? .empty : nil }
    guard let patch = log.composed(since: rev) else { return nil }
    return patch.bytes.count <= graph.encodedCount ? patch : nil
  }
}
