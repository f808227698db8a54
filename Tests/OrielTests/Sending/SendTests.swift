import Oriel
import OrielTesting
import Testing

/// One serial queue for each window.
struct SendTests {
  let reading: Reading
  init() throws { reading = try Reading() }

  @Test func `values are received in order`() throws {
    try reading.window.send(SentPage(2), SentPage(3), SentPage(4))
    #expect(reading.pages == [2, 3, 4])
    #expect(reading.window.text == ["page 4"])
    #expect(reading.window.rev == 2)
  }

  @Test func `256 values may wait, those that are paused included, and what would be more is refused`() throws {
    try reading.window.send(SentPage(2, .later), SentPage(3))
    try reading.window.run {
      for page in 4...258 { #expect(reading.book.send(SentPage(page)) == .executed) }
      #expect(!reading.book.canExecute(.send([SentPage(1)])))
      #expect(reading.book.send(SentPage(259)) == .notExecutable(.tooManyValues(limit: 256)))
    }
    #expect(
      reading.warnings.last?.hasSuffix(
        "at most 256 sent values may wait in a window: send them when others are received") == true)
    try reading.advance(.seconds(3))
    #expect(reading.pages == Array(2...258))
    try reading.window.run { #expect(reading.book.send(SentPage(259)) == .executed) }
  }

  @Test func `nothing to send is no sending`() throws {
    try reading.window.run { #expect(reading.book.send(values: []) == .notExecutable(.nothingToSend)) }
    #expect(BookModel().send(SentPage(1)) == .notExecutable(.notAttached))
  }

  @Test func `a type without a receiver is refused and logged`() throws {
    try reading.window.run {
      #expect(!reading.book.canExecute(.send([Nobody(), SentPage(1)])))
      #expect(reading.book.send(Nobody(), SentPage(1)) == .notExecutable(.noReceiver("Nobody")))
    }
    #expect(reading.pages == [])
    #expect(reading.warnings == ["Nothing receives a Nobody; 1 more values are dropped"])
  }

  @Test func `it is refused in the middle of a turn too`() throws {
    try reading.window.run {
      reading.book.selected = 7
      #expect(reading.book.send(Nobody()) == .notExecutable(.noReceiver("Nobody")))
    }
  }

  @Test func `where a later value has no receiver the rest is dropped and logged`() throws {
    try reading.window.run { #expect(reading.book.send(SentPage(2), Nobody(), SentPage(3)) == .executed) }
    #expect(reading.pages == [2])
    #expect(reading.warnings == ["Nothing receives a Nobody; 1 more values are dropped"])
  }

  @Test func `a run that comes meanwhile waits for the one underway`() throws {
    try reading.window.send(SentPage(2, .later), SentPage(3))
    try reading.window.send(SentPage(4), SentPage(5))
    #expect(reading.pages == [2])
    try reading.advance(.seconds(3))
    #expect(reading.pages == [2, 3, 4, 5])
  }

  @Test func `a run that is cut short does not end the one behind it`() throws {
    try reading.window.send(SentPage(2, .later), SentPage(3, .cancel), SentPage(4))
    try reading.window.send(SentPage(5))
    try reading.advance(.seconds(3))
    #expect(reading.pages == [2, 3, 5])
  }

  @Test func `what a receiver sends comes after what is underway`() throws {
    let window = try TestWindow(EchoModel())
    try window.send("a", "b")
    #expect(window.text == ["a b 1 2"])
  }

  @Test func `receivers that keep sending are stopped`() throws {
    let window = try TestWindow(EndlessModel())
    try window.send(1)
    #expect(window.text == ["256"])
    #expect(window.server.warnings == ["Receivers kept sending in one turn; 1 values are dropped"])
  }

  @Test func `a failing receiver ends its run`() throws {
    try reading.window.send(SentPage(2), SentPage(3, .failing), SentPage(4))
    #expect(reading.pages == [2])
    #expect(reading.warnings == ["A receiver of SentPage failed; the rest is dropped: PageError()"])
    try reading.window.send(SentPage(5))
    #expect(reading.pages == [2, 5])
  }

  @Test func `a window that ends takes its queue with it`() throws {
    try reading.window.send(SentPage(2, .later), SentPage(3))
    try reading.window.leave()
    try reading.advance(.seconds(3))
    #expect(reading.book.log == ["2"])
  }
}

/// Sends while it receives.
@NavigationModel
final class EchoModel {
  var heard: [String] = []

  func start() {
    onNavigationReceive { (text: String) in
      self.send(self.heard.count + 1)
      self.heard.append(text)
      return .immediately
    }
    onNavigationReceive { (number: Int) in
      self.heard.append("\(number)")
      return .immediately
    }
  }

  var body: some View { Text(heard.joined(separator: " ")) }
}

@NavigationModel
final class EndlessModel {
  var count = 0

  func start() {
    onNavigationReceive { (_: Int) in
      self.count += 1
      return .inserting([1])
    }
  }

  var body: some View { Text("\(count)") }
}
