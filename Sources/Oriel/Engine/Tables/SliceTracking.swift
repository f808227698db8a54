/// The object that Observation holds for a slice. It is ended, because it would stay behind in the objects that were read.
final class SliceTracking {
  let canary = RowCell()
  private var onChange: (() -> Void)?

  init(_ onChange: @escaping () -> Void) { self.onChange = onChange }

  func changed() { onChange?() }

  func end() {
    onChange = nil
    canary.change()
  }
}
