import OrielDocument

/// A list of elements being written, compared with the last rendering.
///
/// An unchanged element is the same value as before, and so is an unchanged list, so that computing differences is
/// fast.
struct ElementList {
  private let old: [JSONValue]
  /// The number of unchanged elements, until the first difference.
  private var same = 0
  private var written: [JSONValue] = []

  init(after old: [JSONValue] = []) {
    self.old = old
  }

  var count: Int { written.isEmpty ? same : written.count }

  /// The previous element at the position of the next one.
  var counterpart: JSONObject? {
    if count < old.count, case .object(let element) = old[count] { element } else { nil }
  }

  /// Adds an element whose members were compared with those of `counterpart`.
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
