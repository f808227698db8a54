extension Binding {
  /// Returns the same binding, but prints each change as `name: old → new`. For debugging.
  ///
  /// - Parameters:
  ///   - name: The name to print.
  ///   - output: Receives the lines; by default they are printed.
  public func _printChanges(
    _ name: String = "\(Value.self)", to output: @escaping (String) -> Void = { print($0) }
  ) -> Binding {
    Binding {
      wrappedValue
    } set: { value in
      let old = wrappedValue
      wrappedValue = value
      output("\(name): \(old) → \(wrappedValue)")
    }
  }
}
