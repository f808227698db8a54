/// The text over which another text was typed: that one, with `was` in place of its scalars `range`.
package struct TextBase: Equatable, Sendable {
  package let range: Range<Int>
  package let was: String

  package init(_ range: Range<Int>, was: String) {
    (self.range, self.was) = (range, was)
  }

  /// The smallest change from one text to another.
  package init(of text: String, over base: String) {
    let (new, old) = (Array(text.unicodeScalars), Array(base.unicodeScalars))
    let head = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - head
    let tail = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    self.init(head..<new.count - tail, was: String(old[head..<old.count - tail]))
  }

  /// Makes the change from this base to `text` in a text that others have changed since. The result has all that
  /// was typed, and nothing that was deleted. Where two have typed at one place, the later change comes first, so that the
  /// letters of each stay together as both go on.
  ///
  /// - Returns: `nil` if the range is not in `text`.
  package func merging(_ text: String, into current: String) -> String? {
    let typed = Array(text.unicodeScalars)
    guard range.upperBound <= typed.count else { return nil }
    let base = Array(typed[..<range.lowerBound]) + was.unicodeScalars + typed[range.upperBound...]
    if base.elementsEqual(current.unicodeScalars) { return text }
    let mine = TextBase(of: text, over: String(base))
    let deleted = mine.range.lowerBound..<mine.range.lowerBound + mine.was.unicodeScalars.count
    let theirs = TextChanges(from: base, to: Array(current.unicodeScalars))
    var merged = String.UnicodeScalarView()
    for place in 0...base.count {
      if place == mine.range.lowerBound { merged.append(contentsOf: typed[mine.range]) }
      merged.append(contentsOf: theirs.inserted(at: place))
      if place < base.count, !deleted.contains(place), !theirs.removes(place) { merged.append(base[place]) }
    }
    return String(merged)
  }
}

/// The changes of others in a text: the scalars that they have removed, and those that they have typed before each scalar.
private struct TextChanges {
  /// Larger changes count as one, because finding the smallest ones takes time and memory that grow with their square.
  private static let mostScalars = 512

  private let head: Int
  private var removed: [Bool]
  private var inserted: [[Unicode.Scalar]]

  init(from old: [Unicode.Scalar], to new: [Unicode.Scalar]) {
    let whole = TextBase(of: String(new), over: String(old))
    head = whole.range.lowerBound
    let (before, after) = (Array(whole.was.unicodeScalars), new[whole.range])
    removed = Array(repeating: true, count: before.count)
    inserted = Array(repeating: [], count: before.count + 1)
    guard before.count + after.count <= Self.mostScalars else {
      inserted[0] = Array(after)
      return
    }
    let difference = after.difference(from: before)
    // Letters that two different texts happen to have in common don't make one a change of the other.
    guard difference.removals.count * 2 <= before.count else {
      inserted[0] = Array(after)
      return
    }
    removed = Array(repeating: false, count: before.count)
    for case .remove(let offset, _, _) in difference.removals { removed[offset] = true }
    let isNew = Set(difference.insertions.map { if case .insert(let offset, _, _) = $0 { offset } else { -1 } })
    var place = 0
    for (offset, scalar) in after.enumerated() {
      if isNew.contains(offset) {
        inserted[place].append(scalar)
      } else {
        place = (removed[place...].firstIndex(of: false) ?? place) + 1
      }
    }
  }

  func removes(_ place: Int) -> Bool { removed.indices.contains(place - head) && removed[place - head] }

  func inserted(at place: Int) -> [Unicode.Scalar] {
    inserted.indices.contains(place - head) ? inserted[place - head] : []
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
