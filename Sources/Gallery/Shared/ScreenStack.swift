import Oriel

/// A screen that says which of its stack's bars and buttons to hide.
protocol StackScreen: NavigationModel {
  var displayOptions: StackDisplayOptions { get }
}

/// A stack that takes its looks from the screen that it shows.
@StackRootNavigationModel
final class ScreenStack {
  var path: [StackNavigationModel]

  init(_ root: any NavigationModel) {
    path = [StackNavigationModel(root)]
  }

  var displayOptions: StackDisplayOptions { (path.last?.model as? any StackScreen)?.displayOptions ?? [] }
}
