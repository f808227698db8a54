import Synchronization

/// Facts about a type of model, shared by all its instances.
final class ModelKind: Sendable {
  let name: TypeName
  /// The objects that its models read with `@Environment` and can't be without.
  private let required: [RequiredObject]
  private let hasReadOthers = Atomic(false)

  private init(of model: any NavigationModel) {
    name = TypeName.of(type(of: model))
    required = Mirror(reflecting: model).children.compactMap { ($0.value as? any RequiringObject)?.required }
  }

  /// The name of an object that this environment doesn't have, and without which the model can't be shown.
  func missing(in environment: EnvironmentValues) -> String? {
    required.first { !$0.isIn(environment.objects) }?.name
  }

  /// Whether a `body` of this type has ever read an observable object other than its own model.
  var readsOthers: Bool {
    get { hasReadOthers.load(ordering: .relaxed) }
    set { hasReadOthers.store(newValue, ordering: .relaxed) }
  }

  static func of(_ model: any NavigationModel) -> ModelKind {
    let type = ObjectIdentifier(type(of: model))
    if let kind = known.withLock({ $0[type] }) { return kind }
    let kind = ModelKind(of: model)
    known.withLock { $0[type] = kind }
    return kind
  }

  private static let known = Mutex<[ObjectIdentifier: ModelKind]>([:])
}
