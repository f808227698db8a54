/// One link of the chain while it is up: who presents, and what.
package final class PresentedLayer {
  package let presenter: any NavigationModel
  package internal(set) var presentation: Presentation
  /// A question's button was chosen: closing it chooses no other.
  var isAnswered = false
  var reason = DismissReason.programmatic
  /// Layers above have a higher one.
  var order = 0
  /// Closes it when its time is up.
  var timer: GraphTimer?

  /// Who hears the answer of a question.
  var asker: any NavigationModel { presentation.caller ?? presenter }

  init(presenter: any NavigationModel, presentation: Presentation) {
    self.presenter = presenter
    self.presentation = presentation
  }
}
