/// The server's figures of the last 24 hours, a point a minute: about 150 KB.
package struct MinuteSeries: Sendable {
  /// The figures of one minute.
  package struct Point: Equatable, Sendable {
    /// The end of the minute, in milliseconds since 1970.
    package var time: Int64
    /// At the end of the minute.
    package var users: Int
    package var windows: Int
    package var pages: Int
    package var behind: Int
    /// The events of the minute, and those of them that were refused or failed.
    package var events: Int
    package var refused: Int
    /// The event times of the minute in nanoseconds; `nil` if there was no event.
    package var median: Int64?
    package var ninetyNinth: Int64?
    /// The process's resident memory in bytes; `nil` if unknown.
    package var memory: Int?
    /// For how many milliseconds there were turns that were not durable.
    package var storeLag: Int64
  }

  /// The number of points that are kept.
  package static let length = 24 * 60

  /// The points, oldest first.
  package private(set) var points: [Point] = []

  mutating func append(_ point: Point) {
    if points.count >= Self.length { points.removeFirst(points.count - Self.length + 1) }
    points.append(point)
  }

  /// The points of the last minutes, with several minutes made one point: its counts are of the longest or largest minute,
  /// so that a bad one is seen.
  package static func points(_ points: [Point], lastMinutes count: Int, by step: Int) -> [Point] {
    let last = Array(points.suffix(count))
    // Points keep their minutes when others come: each group ends where the minute of the day does.
    let groups = last.reduce(into: [[Point]]()) { groups, point in
      let place = point.time / (Int64(step) * 60_000)
      if let known = groups.last?.last, known.time / (Int64(step) * 60_000) == place {
        groups[groups.count - 1].append(point)
      } else {
        groups.append([point])
      }
    }
    return groups.compactMap { group in
      group.last.map { last in group.dropLast().reduce(last) { $0.merged(with: $1) } }
    }
  }
}

extension MinuteSeries.Point {
  fileprivate func merged(with other: MinuteSeries.Point) -> MinuteSeries.Point {
    var merged = self
    (merged.users, merged.windows) = (max(users, other.users), max(windows, other.windows))
    (merged.pages, merged.behind) = (max(pages, other.pages), max(behind, other.behind))
    (merged.events, merged.refused) = (max(events, other.events), max(refused, other.refused))
    merged.median = [median, other.median].compactMap(\.self).max()
    merged.ninetyNinth = [ninetyNinth, other.ninetyNinth].compactMap(\.self).max()
    merged.memory = [memory, other.memory].compactMap(\.self).max()
    merged.storeLag = max(storeLag, other.storeLag)
    return merged
  }
}
