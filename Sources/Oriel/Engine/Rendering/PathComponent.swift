/// A step on the path from a model's `body` to an element.
enum PathComponent: Equatable {
  /// A position in a block.
  case index(Int)
  /// A side of a condition.
  case branch(Bool)
  /// The menu of an element.
  case contextMenu
  /// The nth `toolbar` around the same view.
  case toolbar(Int)
}
