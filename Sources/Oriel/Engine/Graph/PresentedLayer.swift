/// An open layer: its presenter and its presentation.
package final class PresentedLayer {
  package let presenter: any NavigationModel
  package internal(set) var presentation: Presentation
  /// Whether a question's button was chosen, so that closing it chooses no other.
  var isAnswered = false
  /// Whether it is one of the graph's layers.
  var isOpen = false
  var reason = DismissReason.programmatic
  /// The order of the layer; layers above have a higher one.
  var order = 0
  /// Closes the layer when its time is up.
  var timer: GraphTimer?

  /// The model that receives the answer of a question.
  var asker: any NavigationModel { presentation.caller ?? presenter }

  init(presenter: any NavigationModel, presentation: Presentation) {
    self.presenter = presenter
    self.presentation = presentation
  }
}
