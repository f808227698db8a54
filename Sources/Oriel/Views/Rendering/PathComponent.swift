/// A step on the way from a model's `body` to one of its elements.
enum PathComponent: Equatable {
  /// A place in a block.
  case index(Int)
  /// A side of a condition.
  case branch(Bool)
  /// The menu of an element.
  case contextMenu
  /// The nth `toolbar` around the same view.
  case toolbar(Int)
}
