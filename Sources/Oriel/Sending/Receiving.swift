extension NavigationModel {
  /// Receives sent values of this type, wherever in the window this model stands, seen or not. To be called in
  /// `start()`; in a `body` the modifier of the same name does the same.
  ///
  /// - Parameters:
  ///   - type: Of the values; the handler says it too.
  ///   - handler: Answers how the queue goes on. If it throws, the rest is dropped.
  public func onNavigationReceive<Value: Codable>(
    _ type: Value.Type = Value.self, _ handler: @escaping (Value) throws -> ReceiveResume
  ) {
    declare(Receiver(handler))
  }

  /// Receives values of a property's type by assigning them, and then gives the page time to show it. A value
  /// that the property has already changes nothing, and is not waited for.
  ///
  /// - Parameters:
  ///   - property: What the values are assigned to.
  ///   - delay: How long to wait; without one, until the page has shown what changed.
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
