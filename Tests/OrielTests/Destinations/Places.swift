import Oriel
import OrielDocument
import OrielTesting

/// The places of an app in tests.
enum Place: NavigationDestination, Equatable {
  case page(Int)
  case settings
  case help
  case lobby
  case wizard
  case tour

  var method: NavigationMethod {
    switch self {
    case .page: .push
    case .settings: .sheet
    case .help: .cover
    case .lobby: .managedSheet
    case .wizard: .managedCover
    case .tour: .send
    }
  }

  var detents: [PresentationDetent] { self == .settings ? [.medium, .large] : [] }

  func makeModel() -> any NavigationModel {
    switch self {
    case .page(let number): PlaceModel("page \(number)")
    default: PlaceModel("\(self)")
    }
  }
}

/// A screen that says its name, and goes where a test wants it to.
@NavigationModel
final class PlaceModel {
  let name: String
  var next: Place?
  var wantsHelp = false
  @Transient var onStart: ((PlaceModel) -> Void)? = nil

  init(_ name: String, onStart: ((PlaceModel) -> Void)? = nil) {
    self.name = name
    self.onStart = onStart
  }

  func start() { onStart?(self) }

  var body: some View {
    Text(name)
  }
}

/// A window with a stack, and its first screen.
struct PlacesWindow {
  let window: TestWindow
  let home: PlaceModel

  init(_ onStart: @escaping (PlaceModel) -> Void = { _ in }) throws {
    let home = PlaceModel("home", onStart: onStart)
    window = try TestWindow(.stacked(home))
    self.home = home
  }

  /// Goes there as this model, having asked whether it can.
  @discardableResult
  func execute(_ command: some NavigationCommand, as caller: (any NavigationModel)? = nil) throws -> CommandResult {
    let caller = caller ?? home
    var could = false
    var result = CommandResult.executed
    try window.run {
      could = caller.canExecute(command)
      result = caller.execute(command)
    }
    guard could == (result == .executed) else { throw Disagreement(result: result) }
    return result
  }

  struct Disagreement: Error { let result: CommandResult }

  /// How what is presented is drawn, from the bottom up.
  var styles: [String] { layers.compactMap { $0["as"]?.stringValue } }

  /// The `presented` members of the document, from the bottom up.
  var layers: [JSONValue] {
    let models = window.document["models"]?.objectValue ?? [:]
    return models.compactMap { $0.value["presented"] }
  }

  /// The kind of the model at the bottom of the top layer.
  var kind: String? {
    layers.last?["model"]?.stringValue.flatMap { window.document["models"]?[$0]?["kind"]?.stringValue }
  }
}
