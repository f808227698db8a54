import Oriel

@TabsRootNavigationModel
final class OwnTabs {
  var tabs: [TabModel]
  var selectedTabID = "1"

  init() { tabs = [TabModel(id: "1", title: "One", model: NamedModel("one"))] }
}

@SwitchedNavigationModel
final class OwnSwitch {
  var switchedModel: (any NavigationModel)?

  init() {}
}

@StackRootNavigationModel
final class OwnStack {
  var path: [StackNavigationModel]

  init() { path = [StackNavigationModel(NamedModel("root"))] }
}
