extension NavigationModel {
  /// A binding to one of the model's properties.
  ///
  /// It does not keep the model alive: when the model is gone, reading gives the last value and writing does nothing.
  public func bind<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Binding<Value> {
    Binding(PropertyLocation(self, keyPath))
  }
}
