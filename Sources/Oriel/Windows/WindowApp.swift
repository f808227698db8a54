/// An app: the windows it can open, and what each user's windows share.
///
/// A `Sendable` value: each hub evaluates `body` for itself. Import `OrielServer` for `main`.
public protocol WindowApp: Sendable {
  associatedtype Body: Scene

  init()

  @SceneBuilder var body: Body { get }

  /// The objects that all windows of this user share, made once for each user. Models read them with `@Environment`.
  func environment(for user: User) -> EnvironmentValues
}

extension WindowApp {
  public func environment(for user: User) -> EnvironmentValues { [] }
}
