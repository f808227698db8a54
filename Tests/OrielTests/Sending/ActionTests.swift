import Oriel
import OrielTesting
import Testing

/// What can be done between values.
struct ActionTests {
  let reading: Reading
  init() throws { reading = try Reading() }

  @Test func `what comes into view again by a dismissal is awaited`() throws {
    try reading.window.run { reading.book.present(.fullScreenCover(StationModel("cover"))) }
    try reading.window.send(NavigationAction.dismissAll, SentPage(2))
    #expect(reading.window.text == ["book"])
    try reading.window.appeared()
    #expect(reading.pages == [2])
    try reading.window.send(NavigationAction.dismissAll, SentPage(3))
    #expect(reading.pages == [2, 3])
  }

  @Test func `what a sheet leaves behind was there before, and nothing is awaited`() throws {
    try reading.window.run { reading.book.present(.sheet(StationModel("sheet"))) }
    try reading.window.send(NavigationAction.dismissAll, SentPage(2))
    #expect(reading.pages == [2])
  }

  @Test func `popping is awaited if there was something to pop`() throws {
    try reading.window.send(SentPage(2), SentPage(3))
    try reading.window.send(NavigationAction.popAll, SentPage(4))
    #expect(reading.pages == [])
    try reading.window.appeared()
    #expect(reading.pages == [4])
  }

  @Test func `a reset dismisses, then pops`() throws {
    try reading.window.send(SentPage(2))
    try reading.window.run { reading.book.present(.sheet(StationModel("sheet"))) }
    try reading.window.send(NavigationAction.reset, SentPage(3))
    #expect(reading.window.text == ["book"])
    #expect(reading.pages == [])
    try reading.advance(.milliseconds(600))
    #expect(reading.pages == [3])
  }

  @Test func `nothing is done by an empty action, and at once`() throws {
    try reading.window.send(NavigationAction.empty, SentPage(2))
    #expect(reading.pages == [2])
  }

  @Test func `a pause among the values`() throws {
    try reading.window.send(SentPage(2), NavigationAction.pause, SentPage(3))
    #expect(reading.pages == [2])
    try reading.window.resume()
    #expect(reading.pages == [2, 3])
  }

  @Test func `sent values come before the rest`() throws {
    try reading.window.send(NavigationAction.send(SentPage(2), SentPage(3)), SentPage(4))
    #expect(reading.pages == [2, 3, 4])
  }

  @Test func `a stack is popped by its name; an unknown one drops the rest`() throws {
    let book = BookModel()
    let named = NamedStackModel([book, StationModel("a")])
    let window = try TestWindow(named)
    try window.send(NavigationAction.popTo(named: "unknown"), SentPage(2))
    #expect(window.text == ["a"])
    try window.send(NavigationAction.popTo(named: "shelf"), SentPage(3))
    #expect(window.text == ["book"])
    try window.appeared()
    #expect(window.text == ["page 3"])
    #expect(window.server.warnings == [])
  }

  @Test func `what has a name can be worked on; an unknown name drops the rest`() throws {
    let book = BookModel()
    let window = try TestWindow(NamedStackModel([book]))
    try window.send(NavigationAction.with("unknown") { _ in book.selected = 9 }, SentPage(2))
    #expect([book.selected, book.log.count] == [0, 0])
    try window.send(NavigationAction.with("shelf") { _ in book.selected = 9 }, SentPage(2))
    #expect(book.selected == 9)
    #expect(book.log == ["2"])
  }

  @Test func `actions are executed on the root, or on who is named`() throws {
    var models: [any NavigationModel] = []
    let note = NavigationAction.perform("note") { model in
      models.append(model)
      return .immediately
    }
    try reading.window.run {
      reading.book.send(values: [note])
      reading.book.send(values: [note], on: reading.book)
      #expect(reading.book.send(values: [note], on: BookModel()) == .notExecutable(.notAttached))
    }
    #expect(models.map(ObjectIdentifier.init) == [ObjectIdentifier(reading.stack), ObjectIdentifier(reading.book)])
  }

  @Test func `an action that throws drops the rest`() throws {
    try reading.window.send(NavigationAction.perform("risky") { _ in throw PageError() }, SentPage(2))
    #expect(reading.pages == [])
    #expect(reading.warnings == ["A receiver of risky failed; the rest is dropped: PageError()"])
  }
}

@StackRootNavigationModel
final class NamedStackModel {
  var path: [StackNavigationModel]
  var name: String? { "shelf" }
  init(_ models: [any NavigationModel]) { path = models.map { StackNavigationModel($0) } }
}
