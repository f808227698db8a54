import Oriel

/// The shared documents of a tenant that windows show.
struct SharedDocuments {
  private var byKey: [SharedKey: SharedDocument] = [:]
  private var made = 0

  var isEmpty: Bool { byKey.isEmpty }
  var first: SharedDocument? { byKey.values.first }

  subscript(key: SharedKey) -> SharedDocument? { byKey[key] }

  /// The id of the next document.
  var nextID: String { "s\(made + 1)" }

  mutating func insert(_ document: SharedDocument) {
    made += 1
    byKey[document.key] = document
  }

  mutating func remove(_ document: SharedDocument) { byKey[document.key] = nil }
}
