import Oriel

/// Two stacks side by side. Each can be reached by its name from anywhere, and commands may come in any order.
@NavigationModel
final class PaneModel {
  let name: String
  let number: Int

  init(name: String, number: Int = 0) {
    self.name = name
    self.number = number
  }

  static var both: any NavigationModel {
    .split(
      sidebar: .stacked(PaneModel(name: "left"), name: "left"),
      detail: .stacked(PaneModel(name: "right"), name: "right"))
  }

  var body: some View {
    List {
      Text("\(number) above the root").id("\(name)-depth")
      Button("Push here") { self.push(on: self.name) }.id("\(name)-here")
      Button("Push on the other") { self.push(on: self.other) }.id("\(name)-other")
      Button("Empty the other") { self.popTo(named: self.other) }.id("\(name)-empty")
    }
    .navigationTitle(name == "left" ? "Left" : "Right")
  }

  private var other: String { name == "left" ? "right" : "left" }

  private func push(on name: String) {
    let depth = (find(named: name) as? any StackRootNavigationModel)?.path.count ?? 0
    push(PaneModel(name: name, number: depth), on: name)
  }
}
