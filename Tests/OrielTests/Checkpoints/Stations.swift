import Oriel
import OrielTesting

extension NavigationCheckpoint where Value == Void {
  static var home: Self { Self("home") }
  static var page: Self { Self("page") }
  static var duplicate: Self { Self("duplicate") }
}

extension NavigationCheckpoint where Value == Int {
  static var number: Self { Self("number") }
}

extension NavigationCheckpoint where Value == String {
  /// Of the same name as another, and not the same.
  static var number: Self { Self("number") }
}

/// A screen with checkpoints of its own, which notes what it is told.
@NavigationModel
final class StationModel {
  let name: String
  /// Names of plain checkpoints it declares in its body.
  let checkpoints: [String]
  var heard: [String] = []

  init(_ name: String, checkpoints: [String] = []) {
    self.name = name
    self.checkpoints = checkpoints
  }

  func start() {
    for checkpoint in checkpoints where checkpoint == "home" {
      navigationCheckpoint(NavigationCheckpoint<Void>(checkpoint))
    }
  }

  var body: some View {
    Text(name)
    ForEach(checkpoints.filter { $0 != "home" }, id: \.self) { checkpoint in
      EmptyView().navigationCheckpoint(NavigationCheckpoint<Void>(checkpoint))
    }
  }
}

/// A screen whose checkpoints have handlers, declared in its body.
@NavigationModel
final class ListeningModel {
  var heard: [String] = []
  init() {}

  var body: some View {
    Text("listening")
      .navigationCheckpoint(.number) { (number: Int) in self.heard.append("number \(number)") }
      .navigationCheckpoint(.page) { self.heard.append("page") }
  }
}

/// A window with a stack of stations.
struct Line {
  let window: TestWindow
  let stack: DefaultStackRootNavigationModel

  init(_ models: [any NavigationModel]) throws {
    let stack = DefaultStackRootNavigationModel(path: models.map { StackNavigationModel($0) })
    window = try TestWindow(stack)
    self.stack = stack
  }

  var top: any NavigationModel { stack.path.last?.model ?? stack }
  var names: [String] { stack.path.compactMap { ($0.model as? StationModel)?.name } }

  func run<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Result?
    try window.run { result = try body() }
    return try result ?? body()
  }
}
