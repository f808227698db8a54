import Oriel
import OrielDocument

/// A window's documents since an operator began to look: the oldest, and the patches from there to the newest. Each has
/// the saved models of that time, so that a copy can be opened.
///
/// It is kept only while an operator looks, because a second document for each of 100,000 windows would cost more than
/// the windows.
package final class WindowHistory {
  /// One revision of the document.
  package struct Moment: Sendable {
    package let rev: Int
    /// Milliseconds since 1970.
    package let time: Int64
    /// The models as JSON, by id; unchanged ones share their bytes with the previous moment.
    let models: [String: [UInt8]]
    let position: [UInt8]
    fileprivate let cost: Int
  }

  /// The maximum number of revisions, and of bytes of patches and saved models.
  static let limit = 200
  static let byteLimit = 2 << 20

  package private(set) var moments: [Moment] = []
  private var first: JSONValue
  /// `patches[i]` leads from `moments[i]` to the next.
  private var patches: [EncodedPatch] = []
  private var bytes = 0

  init(of window: Window) {
    first = window.graph.document
    moments = [moment(of: window, cost: 0)]
  }

  func append(_ patch: EncodedPatch, of window: Window) {
    let new = moment(of: window, cost: patch.bytes.count)
    patches.append(patch)
    moments.append(new)
    bytes += new.cost
    while moments.count > 1 && (moments.count > Self.limit || bytes > Self.byteLimit) { forgetFirst() }
  }

  /// The document at a revision; `nil` if that is no longer kept.
  package func document(at rev: Int) -> JSONValue? {
    guard let index = index(of: rev) else { return nil }
    return patches[..<index].reduce(first) { document, patch in
      (try? document?.applying(patch.patch ?? [])) ?? nil
    }
  }

  package func moment(at rev: Int) -> Moment? { index(of: rev).map { moments[$0] } }

  /// The patch that led to this revision.
  package func patch(to rev: Int) -> Patch? {
    index(of: rev).flatMap { $0 > 0 ? patches[$0 - 1].patch : nil }
  }

  private func index(of rev: Int) -> Int? {
    guard let oldest = moments.first?.rev, rev >= oldest, rev - oldest < moments.count else { return nil }
    return rev - oldest
  }

  private func forgetFirst() {
    let patch = patches.removeFirst()
    first = (try? first.applying(patch.patch ?? [])) ?? first
    moments.removeFirst()
    bytes -= moments[0].cost
  }

  private func moment(of window: Window, cost: Int) -> Moment {
    let before = moments.last?.models ?? [:]
    var cost = cost
    let models = window.graph.snapshot().reduce(into: [String: [UInt8]]()) { models, saved in
      let encoded = JSONBytes.encode(saved.value)
      if let old = before[saved.key], old == encoded {
        models[saved.key] = old
      } else {
        models[saved.key] = encoded
        cost += encoded.count
      }
    }
    var position = WindowPosition(window)
    position.applied = AppliedEvents()
    return Moment(
      rev: window.rev, time: window.hub.scheduler.wallTime, models: models,
      position: JSONBytes.encode(position.saved), cost: cost)
  }
}
