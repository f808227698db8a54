/// The phases of a round of settling, in their order. A phase can undo what earlier ones have settled; then another
/// round follows.
enum SettlingPhase: CaseIterable {
  /// First, because the lock's model is part of the structure.
  case lockScreen
  /// Before the structure is read, because observations write what it depends on.
  case observations
  /// Attaches and detaches models. The next four phases mend what the app has made of them.
  case structure
  /// After the whole structure, because a later container may have released the model that two containers list.
  case contested
  /// After `contested`, which may have taken out a selected tab.
  case tabs
  /// Before the chain, which is then made without the layers of models that have left.
  case orphans
  /// The last mending. If it, or one before it, changed the structure, a new round begins here: listeners see only
  /// windows that are in order.
  case chain
  /// Before new models start, because `Finished` and `onDismiss` may navigate to the places that have become free.
  case finishing
  /// Before `items` and `watches`, because models declare those in `start()`.
  case starting
  /// After `starting`, in which a property may have been set.
  case items
  /// After `items`, whose layers a destination may replace.
  case watches
  /// Only at rest, because the lock covers the top layer, whichever that is.
  case lockPlace
  /// Last and at rest, because everything above can change what is visible.
  case visibility

  /// All phases; a constant, because each round reads it.
  static let order = allCases

  /// Whether it and all phases after it wait until no model's children have to be read.
  var needsStructure: Bool { self == .finishing }
  /// Whether it waits until the graph has settled.
  var needsRest: Bool { self == .lockPlace || self == .visibility }
}
