/// Finds what a person may have meant.
enum Spelling {
  /// The name that takes the fewest changes of a letter, if they are few.
  static func nearest(to word: String, of names: [String]) -> String? {
    let found = names.map { (name: $0, changes: changes(from: word, to: $0)) }.min { $0.changes < $1.changes }
    return found.flatMap { $0.changes <= max(1, word.count / 3) ? $0.name : nil }
  }

  /// How many letters are inserted, deleted or replaced at least (the distance of Levenshtein).
  private static func changes(from word: String, to name: String) -> Int {
    let name = Array(name)
    var row = Array(0...name.count)
    for (number, letter) in word.enumerated() {
      var diagonal = row[0]
      row[0] = number + 1
      for column in name.indices {
        let replaced = diagonal + (name[column] == letter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[name.count]
  }
}
