extension Binding {
  /// The same binding, which also says what each write changes: `name: old → new`. For debugging.
  ///
  /// - Parameters:
  ///   - name: What to call the value.
  ///   - output: Where the lines go; the standard output, unless that is said.
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
