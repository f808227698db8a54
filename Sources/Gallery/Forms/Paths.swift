import Oriel

/// A place in a path of numbers.
enum Step: NavigationDestination {
  case number(Int)

  func makeModel() -> any NavigationModel {
    switch self {
    case .number(let number): StepModel(number: number)
    }
  }
}

/// A path of one type of values.
@NavigationModel
final class PathsModel {
  var body: some View {
    List {
      Section("One at a time") {
        ForEach(1..<4) { NavigationLink("Go to screen \($0)", to: Step.number($0)).id("go") }
      }
      Section("At once") {
        Button("Go to 1, 2 and 3") { self.push((1...3).map { StepModel(number: $0) }) }.id("all")
      }
    }
    .navigationTitle("Paths")
  }
}

@NavigationModel
final class StepModel {
  let number: Int

  init(number: Int) {
    self.number = number
  }

  var body: some View {
    List {
      ForEach(1..<4) { NavigationLink("Go to screen \($0)", to: Step.number($0)).id("go") }
      Button("Dismiss this and all above") { self.popSelf() }.id("dismiss")
      Button("Back to the root") { self.popToRoot() }.id("root")
    }
    .navigationTitle("Screen \(number)")
  }
}
