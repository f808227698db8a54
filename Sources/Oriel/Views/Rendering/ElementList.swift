import OrielDocument

/// A list of elements that is being written, beside what it was the last time.
///
/// An element that is what it was at its place is that very value, and so is a list of nothing else: whoever looks for
/// differences sees at once that there are none.
struct ElementList {
  private let old: [JSONValue]
  /// As long as all are what they were there is only their number.
  private var same = 0
  private var written: [JSONValue] = []

  init(after old: [JSONValue] = []) {
    self.old = old
  }

  var count: Int { written.isEmpty ? same : written.count }

  /// What stood the last time where the next element will stand.
  var counterpart: JSONObject? {
    if count < old.count, case .object(let element) = old[count] { element } else { nil }
  }

  /// Adds an element whose members were written beside those of `counterpart`.
  mutating func append(_ members: borrowing MemberList) {
    if members.areSame {
      if written.isEmpty { same += 1 } else { written.append(old[written.count]) }
    } else {
      append(.object(members.object))
    }
  }

  mutating func append(_ element: JSONValue) {
    if written.isEmpty {
      written.reserveCapacity(max(old.count, same + 1))
      written += old[..<same]
    }
    written.append(element)
  }

  var elements: [JSONValue] {
    if !written.isEmpty { return written }
    return same == old.count ? old : Array(old[..<same])
  }
}
