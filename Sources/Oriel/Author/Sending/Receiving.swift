extension NavigationModel {
  /// Receives sent values of this type, whether or not this model is visible. Call it in `start()`, or use the modifier
  /// of the same name in `body`.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - handler: Handles a value and returns how the queue continues. If it throws, the rest is dropped.
  public func onNavigationReceive<Value: Codable>(
    _ type: Value.Type = Value.self, _ handler: @escaping (Value) throws -> ReceiveResume
  ) {
    declare(Receiver(handler))
  }

  /// Receives values of a property's type by assigning them, and then gives the page time to show the change. A value
  /// that the property already has changes nothing and is not waited for.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - delay: How long to wait. By default, the queue waits until the page has shown the change.
  public func onNavigationReceive<Value: Codable & Equatable>(
    assign property: ReferenceWritableKeyPath<Self, Value>, delay: Duration? = nil
  ) {
    declare(
      Receiver { [unowned self] (value: Value) in
        guard self[keyPath: property] != value else { return .immediately }
        self[keyPath: property] = value
        return delay.map(ReceiveResume.after) ?? .auto
      })
  }

  private func declare(_ receiver: Receiver) {
    _node.graph?.entries[_node.id]?.declared.add(receiver)
  }
}

extension View {
  /// Receives sent values of this type while the model of this screen is in the window.
  public func onNavigationReceive<Value: Codable>(
    _ type: Value.Type = Value.self, _ handler: @escaping (Value) throws -> ReceiveResume
  ) -> some View {
    DeclaringView(content: self) { $0.add(Receiver(handler)) }
  }
}
