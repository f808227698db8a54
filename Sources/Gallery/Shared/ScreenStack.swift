import Oriel

/// A screen that says what its stack leaves out around it.
protocol StackScreen: NavigationModel {
  var displayOptions: StackDisplayOptions { get }
}

/// A stack that looks as the screen that it shows wants it.
@StackRootNavigationModel
final class ScreenStack {
  var path: [StackNavigationModel]

  init(_ root: any NavigationModel) {
    path = [StackNavigationModel(root)]
  }

  var displayOptions: StackDisplayOptions { (path.last?.model as? any StackScreen)?.displayOptions ?? [] }
}
