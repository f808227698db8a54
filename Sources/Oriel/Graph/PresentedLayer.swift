/// One link of the chain while it is up: who presents, and what.
package final class PresentedLayer {
  package let presenter: any NavigationModel
  package internal(set) var presentation: Presentation
  /// A question's button was chosen: closing it chooses no other.
  var isAnswered = false
  var reason = DismissReason.programmatic

  init(presenter: any NavigationModel, presentation: Presentation) {
    self.presenter = presenter
    self.presentation = presentation
  }
}
