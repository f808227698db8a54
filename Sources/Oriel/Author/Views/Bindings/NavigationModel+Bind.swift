extension NavigationModel {
  /// Creates a binding to a property of the model.
  ///
  /// The binding doesn't keep the model alive: once the model is gone, reading returns the last value and writing does
  /// nothing.
  public func bind<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Binding<Value> {
    Binding(PropertyLocation(self, keyPath))
  }
}
