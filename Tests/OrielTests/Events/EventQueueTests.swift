import Oriel
import OrielTesting
import Testing

/// What is told of sent values, checkpoints and messages.
struct EventQueueTests {
  let reading: Reading

  init() throws { reading = try Reading() }

  private let kinds: Set<NavigationNotice.Kind> = [
    .sent, .received, .performed, .paused, .resumed, .cancelled, .checkpoint, .returned, .message, .noReceiver,
  ]

  /// Of these kinds alone.
  private func told(_ step: () throws -> Void) throws -> [String] {
    let count = reading.window.events.count
    try step()
    return reading.window.events.dropFirst(count).filter { kinds.contains($0.kind) }.map(\.message)
  }

  @Test func `a queue tells what is sent, who receives it, and what becomes of the rest`() throws {
    #expect(
      try told { try reading.window.send(SentPage(1, .pause), NavigationAction.empty, SentPage(2)) } == [
        "DefaultStackRootNavigationModel m1 sends SentPage, empty, SentPage", "BookModel m2 received SentPage",
        "2 sent values wait",
      ])
    #expect(
      try told { try reading.window.resume() } == [
        "2 sent values continue", "DefaultStackRootNavigationModel m1 performed empty",
        "BookModel m2 received SentPage",
      ])
    #expect(
      try told { try reading.window.send(SentPage(3, .cancel), SentPage(4)) } == [
        "DefaultStackRootNavigationModel m1 sends SentPage, SentPage", "BookModel m2 received SentPage",
        "1 sent values are dropped",
      ])
    #expect(
      try told { try reading.window.send(Nobody()) } == ["Nothing receives a Nobody; 0 more values are dropped"])
  }

  @Test func `checkpoints tell where they are, and who returns`() throws {
    #expect(
      reading.window.events.filter { $0.kind == .checkpoint }.map(\.message)
        == ["BookModel m2 is at the checkpoint \"home\""])
    try reading.window.run { reading.book.push(PageModel(1)) }
    let count = reading.window.events.count
    try reading.window.run { reading.stack.path.last?.model.returnToCheckpoint(NavigationCheckpoint<Void>.home) }
    let returned = reading.window.events.dropFirst(count).filter { $0.kind == .returned }
    #expect(returned.map(\.message) == ["BookModel m2 returns to \"home\""])
    #expect(returned.map(\.details) == [["checkpoint": "home", "delivered": "false"]])
  }

  @Test func `a checkpoint that a body declares is reported once`() throws {
    let model = EventPlaceModel()
    #expect(
      try told {
        try reading.window.run { reading.book.push(model) }
        try reading.window.run { model.count += 1 }
      } == ["EventPlaceModel m3 is at the checkpoint \"home\""])
  }

  @Test func `a message is reported with its sender`() throws {
    #expect(
      try told { try reading.window.run { reading.book.sendMessage(EventTestMessage()) } }
        == ["BookModel m2 says EventTestMessage"])
  }
}

private struct EventTestMessage: NavigationMessage {}

@NavigationModel
final class EventPlaceModel {
  var count = 0

  init() {}

  var body: some View { Text("\(count)").navigationCheckpoint(NavigationCheckpoint<Void>.home) }
}
