/// One link of the chain while it is up: who presents, and what.
package final class PresentedLayer {
  package let presenter: any NavigationModel
  package internal(set) var presentation: Presentation
  /// A question's button was chosen: closing it chooses no other.
  var isAnswered = false
  var reason = DismissReason.programmatic

  /// Who hears the answer of a question.
  var asker: any NavigationModel { presentation.caller ?? presenter }

  init(presenter: any NavigationModel, presentation: Presentation) {
    self.presenter = presenter
    self.presentation = presentation
  }
}
