import Logging
import Oriel

/// The shared documents that windows show, and the objects that all users share.
struct SharedDocuments {
  private let makeEnvironment: @Sendable () -> EnvironmentValues
  private var madeObjects: [AnyObject]?
  private var byKey: [SharedKey: SharedDocument] = [:]
  private var made = 0

  init(_ makeEnvironment: @escaping @Sendable () -> EnvironmentValues) { self.makeEnvironment = makeEnvironment }

  var first: SharedDocument? { byKey.values.first }

  subscript(key: SharedKey) -> SharedDocument? { byKey[key] }

  /// The id of the next document.
  var nextID: String { "s\(made + 1)" }

  mutating func insert(_ document: SharedDocument) {
    made += 1
    byKey[document.key] = document
  }

  mutating func remove(_ document: SharedDocument) { byKey[document.key] = nil }

  /// The objects that all users share, created at the first call.
  mutating func objects(_ logger: Logger) -> [AnyObject] {
    if let madeObjects { return madeObjects }
    let objects = makeEnvironment().objects.all
    madeObjects = objects
    for object in objects where object is any SavedState {
      logger.warning(
        """
        sharedEnvironment() gives a \(type(of: object)), which is @SavedState: what all users share is not saved, and \
        lost with the process. Mark it @Observable, and read it from where it is kept
        """)
    }
    return objects
  }
}
