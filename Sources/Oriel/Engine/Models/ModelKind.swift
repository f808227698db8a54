import Synchronization

/// Facts about a type of model, shared by all its instances.
final class ModelKind: Sendable {
  let name: TypeName
  private let hasReadOthers = Atomic(false)

  private init(of type: any NavigationModel.Type) {
    name = TypeName.of(type)
  }

  /// Whether a `body` of this type has ever read an observable object other than its own model.
  var readsOthers: Bool {
    get { hasReadOthers.load(ordering: .relaxed) }
    set { hasReadOthers.store(newValue, ordering: .relaxed) }
  }

  static func of(_ type: any NavigationModel.Type) -> ModelKind {
    known.withLock { known in
      if let kind = known[ObjectIdentifier(type)] { return kind }
      let kind = ModelKind(of: type)
      known[ObjectIdentifier(type)] = kind
      return kind
    }
  }

  private static let known = Mutex<[ObjectIdentifier: ModelKind]>([:])
}
