import Oriel
import OrielDocument

/// A document that changes by transactions: that of a window, or a shared one.
package final class LiveDocument {
  package let graph: NavigationGraph
  /// The number of transactions that have changed it.
  package private(set) var rev = 0
  private var history: PatchHistory
  private let byteLimit: Int
  private let largeBytes: Int
  /// An upper bound of the document's encoded size.
  private(set) var byteBound = 0
  /// Its size when it was last measured.
  private var measured = 0
  /// Whether it is being rendered for the first time, piece by piece.
  private(set) var isOpening = false
  /// When it was last rendered after a change, on the hub's clock.
  var renderedAt: Int64?
  /// Whether it has changed, and is rendered later.
  var isLate = false
  /// Whether it is among the late documents of its tenant, also if it was rendered since.
  var isListedAsLate = false

  init(graph: NavigationGraph, limits: HubLimits) {
    self.graph = graph
    byteLimit = limits.documentBytes
    largeBytes = limits.largeDocumentBytes
    history = PatchHistory(rev: 1, limit: limits.catchUpBytes)
  }

  /// Settles a new graph, and renders it while there is time.
  ///
  /// - Returns: Whether it is rendered. If not, call it again; until then nothing else renders it.
  func renderFirst(while hasTime: () -> Bool) -> Bool {
    if !isOpening {
      graph.settle()
      isOpening = true
    }
    guard graph.renderFirst(packingAbove: largeBytes, while: hasTime) else { return false }
    isOpening = false
    _ = settleAndRender()
    return true
  }

  /// Settles the graph, which is rendered later.
  func settle() { graph.settle() }

  /// Settles and renders the graph. The patch contains the changes since the last revision.
  func settleAndRender() -> EncodedPatch? {
    if isOpening { return nil }
    graph.settle()
    var operations: [PatchOperation] = []
    graph.render(into: &operations)
    guard !operations.isEmpty else { return nil }
    rev += 1
    // The first revision is sent as a state, because no page has an older one.
    guard rev > 1 else {
      _ = measure(into: &operations)
      return nil
    }
    let patch = limited(operations)
    history.append(patch)
    return patch
  }

  /// A document grows by no more than the size of its patches, so it is measured only when their sum has doubled it, is
  /// large, or reaches the limit, and then only the models that have changed since.
  private func limited(_ operations: [PatchOperation]) -> EncodedPatch {
    let patch = EncodedPatch(Patch(operations))
    byteBound += patch.bytes.count
    guard byteBound > min(byteLimit, measured + min(measured, 65_536) + 16_384) else { return patch }
    var operations = operations
    return measure(into: &operations) ? EncodedPatch(Patch(operations)) : patch
  }

  /// Measures the document, and makes it fit the limit.
  ///
  /// - Returns: Whether it was made smaller.
  private func measure(into operations: inout [PatchOperation]) -> Bool {
    measured = graph.encodedCount
    let isTooLong = measured > byteLimit
    if isTooLong {
      graph.shrink(from: measured, to: byteLimit, into: &operations)
      measured = graph.encodedCount
    }
    byteBound = measured
    graph.packCovered(measured > largeBytes)
    return isTooLong
  }

  /// The patch from `rev` to the current revision, if that is smaller than the state.
  func catchUp(since rev: Int) -> EncodedPatch? {
    guard rev < self.rev else { return rev == self.rev ? .empty : nil }
    guard let patch = history.composed(since: rev) else { return nil }
    return patch.bytes.count <= graph.encodedCount ? patch : nil
  }
}
