extension WindowGroup {
  /// A kind of window whose root takes its time: services are started, data is read. Until it is there the window shows
  /// progress, or `placeholder`; addresses that are opened meanwhile wait for it.
  ///
  /// What `model` throws is logged, and the user may try again. After a restart that came too early it is called again.
  public init(
    _ title: String, id: String? = nil, placeholder: (@Sendable () -> any NavigationModel)? = nil,
    model: nonisolated(nonsending) @escaping @Sendable () async throws -> any NavigationModel
  ) {
    let group = WindowGroup(title, id: id) { BootstrapModel(placeholder?() ?? LoadingModel()) }
    self = group.changing { $0.bootstrap = { _ in try await model() } }
  }

  /// A kind of window that is opened for a value, and whose root takes its time.
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
