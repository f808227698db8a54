import OrielDocument

/// The last event of each page instance that was applied, the most recent last.
struct AppliedEvents: Equatable {
  private struct Entry: Equatable {
    var instance: String
    var event: Int
    /// In milliseconds since 1970.
    var time: Int64
  }

  private var last: [Entry] = []
  /// Whether there may have been an instance that is no longer known.
  private(set) var hasForgotten: Bool

  subscript(instance: String) -> Int { last.first { $0.instance == instance }?.event ?? 0 }

  /// The last event of all.
  var latest: (instance: String, event: Int)? { last.last.map { ($0.instance, $0.event) } }

  /// Whether all that an instance has said after an event, which it was told is saved, is known not to be in this store.
  func areBehind(_ saved: Int, of instance: String) -> Bool {
    guard let known = last.first(where: { $0.instance == instance }) else { return saved > 0 && !hasForgotten }
    return saved > known.event
  }

  /// - Parameters:
  ///   - limit: How many instances are kept.
  ///   - age: For how many milliseconds, but for the most recent: its page may have slept, and come back.
  mutating func applied(_ event: Int, of instance: String, at time: Int64, keeping limit: Int, for age: Int64) {
    if let newest = last.last, newest.instance == instance {
      last[last.count - 1].event = event
      last[last.count - 1].time = time
      return
    }
    last.removeAll { $0.instance == instance }
    let kept = last.filter { $0.time >= time - age }.suffix(limit - 1)
    hasForgotten = hasForgotten || kept.count < last.count
    last = kept + [Entry(instance: instance, event: event, time: time)]
  }

  init(hasForgotten: Bool = false) {
    self.hasForgotten = hasForgotten
  }

  var saved: JSONValue {
    .object(last.reduce(into: [:]) { $0.append($1.instance, [.integer($1.event), .integer(Int($1.time))]) })
  }

  init(saved: JSONObject, hasForgotten: Bool) {
    self.hasForgotten = hasForgotten
    last = saved.compactMap { member in
      guard let entry = member.value.arrayValue, entry.count == 2, let event = entry[0].integerValue,
        let time = entry[1].integerValue
      else { return nil }
      return Entry(instance: member.key, event: event, time: Int64(time))
    }
  }
}
