import OrielDocument

/// The last event of each page instance that acted in a window, the most recent instance last.
///
/// Only some instances are kept. For the others, the highest event of all is known: no forgotten page got further, so
/// an event above it has not run yet, whichever page sends it.
struct AppliedEvents: Equatable {
  private struct Entry: Equatable {
    var instance: ScalarKey
    var event: Int
    /// In milliseconds since 1970.
    var time: Int64
    /// Events up to this one may have run before the window forgot the instance.
    var uncertain = 0
  }

  private var last: [Entry] = []
  /// The highest event of all forgotten instances; 0 while every instance is known.
  private(set) var forgotten: Int

  /// Used if the position can't be read: any event may have run.
  static let unknown = AppliedEvents(forgotten: 1 << 53 - 1)

  init(forgotten: Int = 0) { self.forgotten = forgotten }

  subscript(instance: ScalarKey) -> Int { entry(of: instance)?.event ?? 0 }

  /// The last event of any instance.
  var latest: (instance: ScalarKey, event: Int)? { last.last.map { ($0.instance, $0.event) } }

  /// Whether the event may have run before the window forgot its page, so that it must not run again.
  func mayHaveRun(_ event: Int, of instance: ScalarKey) -> Bool { event <= entry(of: instance)?.uncertain ?? 0 }

  private func entry(of instance: ScalarKey) -> Entry? { last.last { $0.instance == instance } }

  mutating func applied(_ event: Int, of instance: ScalarKey, at time: Int64, _ memory: Memory) {
    if let newest = last.last, newest.instance == instance {
      last[last.count - 1].event = event
      last[last.count - 1].time = time
      return
    }
    let place = last.firstIndex { $0.instance == instance }
    var entry = place.map { last.remove(at: $0) } ?? Entry(instance: instance, event: event, time: time)
    entry.event = event
    entry.time = time
    let kept = last.indices.filter { last[$0].time >= time - memory.age }.suffix(memory.instances - 1)
    for index in last.indices where !kept.contains(index) { forgotten = max(forgotten, last[index].event) }
    last = kept.map { last[$0] } + [entry]
  }

  /// How many instances are kept.
  struct Memory {
    var instances: Int
    /// For how many milliseconds each is kept. The most recent instance is kept longer, because its page may have
    /// slept.
    var age: Int64
  }

  // MARK: A page that comes back

  enum Return: Equatable {
    /// The page continues where the window remembers it.
    case known
    /// The window may have forgotten the page, which continues after the last event it knows to be saved.
    case forgotten
    /// The page knows of saved events that the store does not have: an older copy of the store was restored.
    case ahead
  }

  /// - Parameters:
  ///   - saved: The last event that the page knows to be saved.
  ///   - sent: The last event that the page sent; `nil` if it does not say.
  mutating func cameBack(_ instance: ScalarKey, saved: Int, sent: Int?, at time: Int64, _ memory: Memory) -> Return {
    let known = entry(of: instance)
    let isAhead = saved > (known?.event ?? forgotten)
    let uncertain = known == nil ? min(forgotten, sent ?? forgotten) : 0
    guard isAhead || max(saved, uncertain) > 0 && known == nil else { return .known }
    applied(saved, of: instance, at: time, memory)
    if known == nil { last[last.count - 1].uncertain = uncertain }
    return isAhead ? .ahead : .forgotten
  }

  // MARK: In the store

  var saved: JSONValue {
    .object(
      last.reduce(into: [:]) { json, entry in
        var numbers = [entry.event, Int(entry.time)]
        if entry.uncertain > entry.event { numbers.append(entry.uncertain) }
        json.append(entry.instance.text, .array(numbers.map(JSONValue.integer)))
      })
  }

  init(saved: JSONObject, forgotten: Int) {
    self.forgotten = forgotten
    last = saved.compactMap { member in
      guard let numbers = member.value.arrayValue?.compactMap(\.integerValue), 2...3 ~= numbers.count else {
        return nil
      }
      return Entry(
        instance: ScalarKey(member.key), event: numbers[0], time: Int64(numbers[1]),
        uncertain: numbers.count == 3 ? numbers[2] : 0)
    }
  }
}
