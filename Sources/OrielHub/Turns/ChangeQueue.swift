import Oriel
import OrielDocument

/// The changes since the last commit.
struct ChangeQueue {
  /// A window or shared document that needs a commit.
  enum Document {
    case window(Window)
    case shared(SharedDocument)
  }

  private var documents: [Document] = []
  /// The changed saved objects.
  private(set) var saved: [SavedObjects] = []

  /// The members who are to be admitted again.
  private var readmitted: [UserState] = []

  var hasAny: Bool { !documents.isEmpty || !saved.isEmpty || !readmitted.isEmpty }

  mutating func add(readmitted member: UserState) { readmitted.append(member) }

  mutating func drainReadmitted() -> [UserState] {
    defer { readmitted = [] }
    return readmitted
  }

  /// Queues a document, unless it is queued already.
  mutating func add(_ document: Document) {
    guard !document.isQueued else { return }
    document.setQueued(true)
    documents.append(document)
  }

  mutating func add(_ objects: SavedObjects) {
    guard !objects.isQueued else { return }
    objects.isQueued = true
    saved.append(objects)
  }

  /// - Parameter window: The window of the event. It is first, because its user waits, and only its page may open
  ///   windows.
  mutating func drainDocuments(first window: Window?) -> [Document] {
    defer { documents = [] }
    if let window, let index = documents.firstIndex(where: { $0.isOf(window) }) { documents.swapAt(0, index) }
    for document in documents { document.setQueued(false) }
    return documents
  }

  mutating func drainSaved() -> [SavedObjects] {
    defer { saved = [] }
    for objects in saved { objects.isQueued = false }
    return saved
  }
}

extension ChangeQueue.Document {
  fileprivate func isOf(_ window: Window) -> Bool {
    if case .window(let own) = self { own === window } else { false }
  }

  fileprivate var isQueued: Bool {
    switch self {
    case .window(let window): window.isQueued
    case .shared(let document): document.isQueued
    }
  }

  fileprivate func setQueued(_ queued: Bool) {
    switch self {
    case .window(let window): window.isQueued = queued
    case .shared(let document): document.isQueued = queued
    }
  }
}
