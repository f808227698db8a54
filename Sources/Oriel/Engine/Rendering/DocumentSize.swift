/// The limit of a document's size, and the screens that are not shown because of it.
struct DocumentSize {
  /// The size that the document was last limited to, in bytes.
  private var limit = Int.max
  /// The hidden screens by their models, with their sizes in bytes.
  private var hidden: [String: Int] = [:]
  /// How many bytes of models were encoded to learn their sizes.
  private(set) var measuredBytes = 0

  var hidesAny: Bool { !hidden.isEmpty }
  func hides(_ id: String) -> Bool { hidden[id] != nil }

  mutating func limit(to bytes: Int) { limit = bytes }
  mutating func measured(_ bytes: Int) { measuredBytes += bytes }
  mutating func hide(_ id: String, bytes: Int) { hidden[id] = bytes }
  /// The screen is rendered again, and so measured again.
  mutating func forget(_ id: String) { if hidesAny { hidden[id] = nil } }

  /// Removes and returns the hidden screens that have room now, the smallest first.
  ///
  /// - Parameter shown: The size of what a model shows instead; `nil` if the model has left.
  mutating func removeFitting(into document: Int, shown: (String) -> Int?) -> [String] {
    var (room, fitting) = (limit - document, [String]())
    for (id, bytes) in hidden.sorted(by: { $0.value < $1.value }) {
      if let shown = shown(id) {
        room -= bytes - shown
        guard room >= 0 else { break }
        fitting.append(id)
      }
      hidden[id] = nil
    }
    return fitting
  }
}
