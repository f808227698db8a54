import Oriel
import OrielDocument
import OrielHub

/// An app with a window of each sort.
struct Desk: WindowApp {
  var body: some Scene {
    WindowGroup("Counter") { CounterModel() }
      .onOpenURL { url, root in
        guard url.path == ["ten"], let counter = root as? CounterModel else { return false }
        counter.count = 10
        return true
      }
      .onOpenURL { url, _ in
        if url.path == ["broken"] { throw Broken() }
        return false
      }
      .destinations(Help.self)
    WindowGroup("Note", id: "note", for: Int.self) { NoteModel(number: $0) }
  }

  struct Broken: Error {}

  struct Help: NavigationDestination {
    var topic: String
    var method: NavigationMethod { .sheet }
    func makeModel() -> any NavigationModel { NoteModel(number: topic.count) }
  }
}

@NavigationModel
final class CounterModel {
  var count = 0

  func start() { navigationAutoReceive(Desk.Help.self) }

  var body: some View { Text("\(count)") }
}

@NavigationModel
final class NoteModel {
  var number: Int

  init(number: Int) { self.number = number }

  /// The thirteenth is locked.
  var body: some View {
    Text("Note \(number)").navigationTitle("Note \(number)").navigationLocked(number == 13).navigationTags("paper")
  }
}

/// A page that notes what concerns an operator.
final class TestPage: WindowClient {
  private(set) var position: ServerMessage.Attached?
  private(set) var triggers: [SentTrigger] = []
  private(set) var closed: CloseReason?
  let isChoked = false

  func deliver(_ message: ServerMessage) {
    switch message {
    case .attached(let position): self.position = position
    case .trigger(let id, let kind, let payload, let expires):
      triggers.append(SentTrigger(id: id, kind: kind, payload: payload, expires: expires))
    case .closing(let reason): closed = reason
    default: break
    }
  }
}

struct SentTrigger: Equatable, Sendable {
  var id: String
  var kind: String
  var payload: JSONValue
  var expires: Int64
}
