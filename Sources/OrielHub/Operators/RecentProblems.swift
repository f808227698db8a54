import Oriel

/// The latest warnings, errors and refused events in the windows of a hub. Those that are alike are counted as one.
package struct RecentProblems: Sendable {
  package struct Problem: Sendable, Equatable, Identifiable {
    /// A key that is equal for those that are alike.
    package let id: String
    /// The kind of the notice, or `rejected`.
    package var kind: String
    package var isError: Bool
    /// The last one, in words.
    package var text: String
    /// The window of the last one, or a shared document.
    package var window: WindowID
    /// The times of the first and the last one, in milliseconds since 1970.
    package var first: Int64
    package var last: Int64
    package var times = 1
  }

  /// The number of kept problems. One more replaces the one that has not come for the longest time.
  package static let limit = 50
  private static let textLimit = 200

  private var kept: [String: Problem] = [:]

  package init() {}

  /// The problems, the latest first.
  package var latest: [Problem] { kept.values.sorted { ($0.last, $1.id) > ($1.last, $0.id) } }

  mutating func note(_ key: String, _ kind: String, isError: Bool, _ text: String, in window: WindowID, at time: Int64)
  {
    let text = text.prefix(scalars: Self.textLimit)
    guard var known = kept[key] else {
      if kept.count >= Self.limit, let oldest = kept.values.min(by: { $0.last < $1.last }) { kept[oldest.id] = nil }
      kept[key] = Problem(
        id: key, kind: kind, isError: isError, text: text, window: window, first: time, last: time)
      return
    }
    (known.text, known.window, known.last) = (text, window, time)
    known.times += 1
    kept[key] = known
  }

  /// Those of two hubs.
  package func merged(with other: RecentProblems) -> RecentProblems {
    var merged = self
    for (id, problem) in other.kept {
      guard let known = merged.kept[id] else {
        merged.kept[id] = problem
        continue
      }
      var latest = known.last >= problem.last ? known : problem
      latest.first = min(known.first, problem.first)
      latest.times = known.times + problem.times
      merged.kept[id] = latest
    }
    return merged
  }
}
