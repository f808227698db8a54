extension WindowGroup {
  /// Declares a kind of window whose root is created asynchronously, for example because it has to start services or
  /// read data. Until then the window shows progress, or `placeholder`, and addresses opened meanwhile wait.
  ///
  /// If `model` throws, the error is logged, and the user can try again. If the server is restarted before it has
  /// returned, it is called again.
  public init(
    _ title: String, id: String? = nil, placeholder: (@Sendable () -> any NavigationModel)? = nil,
    model: nonisolated(nonsending) @escaping @Sendable () async throws -> any NavigationModel
  ) {
    let group = WindowGroup(title, id: id) { BootstrapModel(placeholder?() ?? LoadingModel()) }
    self = group.changing { $0.bootstrap = { _ in try await model() } }
  }

  /// Declares a kind of window for a value, whose root is created asynchronously.
  public init<Value: Codable & Hashable & SendableMetatype>(
    _ title: String, id: String? = nil, for type: Value.Type,
    placeholder: (@Sendable () -> any NavigationModel)? = nil,
    model: nonisolated(nonsending) @escaping @Sendable (Value) async throws -> any NavigationModel
  ) {
    let group = WindowGroup(title, id: id, for: type) { _ in BootstrapModel(placeholder?() ?? LoadingModel()) }
    self = group.changing { scene in
      scene.bootstrap = { try await model(try SceneValue.decode(type, from: $0)) }
    }
  }
}
