import Oriel
import OrielTesting
import Testing

/// Receivers stand on models, so that what was never seen can receive too.
struct ReceiverTests {
  @Test func `a tab that was never visited receives`() throws {
    let stack = DefaultStackRootNavigationModel(path: [StackNavigationModel(BookModel())])
    let window = try TestWindow(
      .tabbed([
        TabModel(id: "blank", title: "Blank", model: StationModel("blank")),
        TabModel(id: "book", title: "Book", model: stack),
      ]))
    try window.send(SentPage(7))
    #expect(stack.path.count == 2)
    #expect(window.text == ["blank"])
  }

  @Test func `the first in the graph wins and the others are logged`() throws {
    let (first, second) = (BookModel(), BookModel())
    let window = try TestWindow(.stacked([first, second]))
    try window.send(SentPage(1, .cancel))
    #expect([first.log, second.log] == [["1"], []])
    #expect(window.server.warnings == ["BookModel m3 receives SentPage too, but another was first"])
  }

  @Test func `what is presented comes before what is contained`() throws {
    let (below, above) = (BookModel(), BookModel())
    let window = try TestWindow(.stacked([below]))
    try window.run { below.present(.sheet(.stacked([above]))) }
    try window.send(3)
    #expect([below.selected, above.selected] == [0, 3])
  }

  @Test func `a type is matched exactly`() throws {
    let reading = try Reading()
    try reading.window.run { #expect(reading.book.send(Int8(1)) == .notExecutable(.noReceiver("Int8"))) }
    #expect(reading.book.selected == 0)
  }

  @Test func `a body receives while it says so`() throws {
    let window = try TestWindow(ModestModel())
    try window.send("one")
    try window.send("two")
    #expect(window.text == ["one"])
    #expect(window.server.warnings == ["Nothing receives a String; 0 more values are dropped"])
  }

  @Test func `who comes with a value may receive the next one`() throws {
    let window = try TestWindow(.stacked([ChainModel()]))
    try window.send(1, 2, 3)
    #expect(window.text == ["link 3"])
    #expect(window.server.warnings == [])
  }

  @Test func `who comes with a value may receive the next one in its body`() throws {
    let window = try TestWindow(.stacked([OpeningModel(ModestModel())]))
    try window.send(1, "hello")
    #expect(window.text == ["hello"])
    #expect(window.server.warnings == [])
  }

  @Test func `a receiver goes with its model`() throws {
    let reading = try Reading()
    try reading.window.run { reading.stack.path = [StackNavigationModel(StationModel("new"))] }
    try reading.window.send(SentPage(1))
    #expect(reading.book.log == [])
    #expect(reading.warnings == ["Nothing receives a SentPage; 0 more values are dropped"])
  }

  @Test func `a property is assigned, and the queue goes on where nothing comes into view`() throws {
    let reading = try Reading()
    try reading.window.send(5, SentPage(2))
    #expect(reading.book.selected == 5)
    #expect(reading.pages == [2])
  }

  @Test func `an equal value is not waited for`() throws {
    let reading = try Reading()
    try reading.window.send(0, SentPage(2))
    #expect(reading.pages == [2])
  }

  @Test func `a property may be given its own time`() throws {
    let delayed = DelayedModel()
    let window = try TestWindow(delayed)
    try window.send(1, 2)
    try window.server.advance(by: .milliseconds(3999))
    #expect(delayed.value == 1)
    try window.server.advance(by: .milliseconds(1))
    #expect(delayed.value == 2)
  }
}

/// Receivers that go where they are sent.
struct AutoReceiverTests {
  @Test func `destinations are received by going there`() throws {
    let window = try TestWindow(.stacked([GuideModel()]))
    try window.send(Sight.tower, Sight.bridge)
    #expect(window.text == ["tower"])
    try window.appeared()
    #expect(window.text == ["tower", "bridge"])
  }

  @Test func `a destination that is to be sent is not sent again`() throws {
    let window = try TestWindow(.stacked([GuideModel()]))
    try window.send(Sight.square)
    #expect(window.text == ["square"])
    #expect(window.server.warnings == [])
  }

  @Test func `a delay may be given`() throws {
    let window = try TestWindow(.stacked([GuideModel(delay: .seconds(2))]))
    try window.send(Sight.tower, Sight.square)
    try window.appeared()
    #expect(window.text == ["tower"])
    try window.server.advance(by: .seconds(2))
    #expect(window.text == ["square"])
  }

  @Test func `where it can't go the rest is dropped`() throws {
    let window = try TestWindow(GuideModel())
    try window.send(Sight.tower, Sight.bridge)
    #expect(window.text == ["guide"])
  }
}

enum Sight: NavigationDestination {
  case tower, bridge, square

  var method: NavigationMethod {
    switch self {
    case .tower: .push
    case .bridge: .sheet
    case .square: .send
    }
  }

  func makeModel() -> any NavigationModel { StationModel("\(self)") }
}

@NavigationModel
final class GuideModel {
  let delay: Duration?
  init(delay: Duration? = nil) { self.delay = delay }
  func start() { navigationAutoReceive(Sight.self, delay: delay) }
  var body: some View { Text("guide") }
}

/// Receives once.
@NavigationModel
final class ModestModel {
  var text = ""

  var body: some View {
    if text.isEmpty {
      Text("nothing").onNavigationReceive { (text: String) in
        self.text = text
        return .immediately
      }
    } else {
      Text(text)
    }
  }
}

/// Gives way to the next receiver, and that one to the next.
@NavigationModel
final class ChainModel {
  let number: Int
  init(_ number: Int = 0) { self.number = number }

  func start() {
    onNavigationReceive { (number: Int) in
      self.setRoot(ChainModel(number))
      return .immediately
    }
  }

  var body: some View { Text("link \(number)") }
}

@NavigationModel
final class OpeningModel {
  let next: ModestModel
  init(_ next: ModestModel) { self.next = next }

  func start() {
    onNavigationReceive { (_: Int) in
      self.push(self.next)
      return .immediately
    }
  }

  var body: some View { Text("opening") }
}

@NavigationModel
final class DelayedModel {
  var value = 0
  func start() { onNavigationReceive(assign: \.value, delay: .seconds(4)) }
  var body: some View { Text("\(value)") }
}
