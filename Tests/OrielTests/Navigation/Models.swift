import Oriel
import OrielTesting
import Testing

/// A screen that says its name.
@NavigationModel
final class NamedModel {
  let name: String
  var count = 0

  init(_ name: String, count: Int = 0) {
    self.name = name
    self.count = count
  }

  var body: some View {
    Text(name)
    Button("Add") { self.count += 1 }.id("add")
    if count > 0 { Text("count \(count)") }
  }
}

/// What models said when they left, in order.
final class Departures {
  private(set) var names: [String] = []

  func add(_ name: String) { names.append(name) }

  func take() -> [String] {
    defer { names = [] }
    return names
  }
}

extension NavigationModel {
  /// Notes when it has finished.
  func noted(_ name: String, in departures: Departures) -> Self {
    onMessageReceived { message in
      if message is FinishedNavigationMessage { departures.add(name) }
    }
  }
}

extension NamedModel {
  func noted(in departures: Departures) -> NamedModel { noted(name, in: departures) }
}

/// A window with a stack, and its first screen.
struct StackedWindow {
  let window: TestWindow
  let stack: DefaultStackRootNavigationModel
  let home: NamedModel

  init() throws {
    let home = NamedModel("home")
    let stack = DefaultStackRootNavigationModel(path: [StackNavigationModel(home)])
    window = try TestWindow(stack)
    self.stack = stack
    self.home = home
  }

  /// The names of the stack's screens.
  var names: [String] { stack.path.compactMap { ($0.model as? NamedModel)?.name } }

  /// Executes a command as this model, having asked whether it can be.
  func execute(_ command: some NavigationCommand, as caller: any NavigationModel) throws -> CommandResult {
    var result = CommandResult.executed
    var couldExecute = false
    try window.run {
      couldExecute = caller.canExecute(command)
      result = caller.execute(command)
    }
    #expect(couldExecute == (result == .executed))
    return result
  }
}
