import Oriel
import OrielTesting
import Testing

/// How a queue goes on.
struct ResumeTests {
  let reading: Reading
  init() throws { reading = try Reading() }

  @Test func `what was pushed is awaited until the page has shown it`() throws {
    try reading.window.send(SentPage(2, .auto), SentPage(3, .auto), SentPage(4))
    #expect(reading.pages == [2])
    try reading.window.appeared()
    #expect(reading.pages == [2, 3])
    try reading.window.appeared()
    #expect(reading.pages == [2, 3, 4])
  }

  @Test func `a page that says nothing is awaited for so long`() throws {
    try reading.window.send(SentPage(2, .auto), SentPage(3))
    try reading.advance(.milliseconds(599))
    #expect(reading.pages == [2])
    try reading.advance(.milliseconds(1))
    #expect(reading.pages == [2, 3])
  }

  @Test func `what was on the screen before is not what is awaited`() throws {
    try reading.window.send(SentPage(2, .auto), SentPage(3))
    try reading.window.event(model: "m2", name: "appeared", value: ["animated": true])
    #expect(reading.pages == [2])
  }

  @Test func `each value is awaited for its own time`() throws {
    try reading.window.send(SentPage(2, .auto), SentPage(3, .auto), SentPage(4))
    try reading.advance(.milliseconds(400))
    try reading.window.appeared()
    #expect(reading.pages == [2, 3])
    try reading.advance(.milliseconds(599))
    #expect(reading.pages == [2, 3])
    try reading.advance(.milliseconds(1))
    #expect(reading.pages == [2, 3, 4])
  }

  @Test func `without a page nothing is awaited`() throws {
    try reading.window.disconnect()
    try reading.window.run { reading.book.send(SentPage(2, .auto), SentPage(3, .auto), SentPage(4)) }
    #expect(reading.pages == [2, 3, 4])
  }

  @Test func `a receiver may ask for a time`() throws {
    try reading.window.send(SentPage(2, .later), SentPage(3))
    try reading.advance(.milliseconds(2999))
    #expect(reading.pages == [2])
    try reading.advance(.milliseconds(1))
    #expect(reading.pages == [2, 3])
  }

  @Test func `a value's own way stands in for auto`() throws {
    try reading.window.send(SlowPage(), SentPage(2))
    try reading.advance(.milliseconds(1999))
    #expect(reading.pages == [])
    try reading.advance(.milliseconds(1))
    #expect(reading.pages == [2])
  }

  @Test(arguments: [
    (SentPage.Resume.immediately, ["2", "3", "4"]), (.inserting, ["2", "20", "21", "3", "4"]),
    (.appending, ["2", "3", "4", "20"]), (.replacing, ["2", "20"]), (.cancel, ["2"]), (.pause, ["2"]),
  ])
  func `a receiver says what becomes of the rest`(_ resume: SentPage.Resume, _ expected: [String]) throws {
    try reading.window.send(SentPage(2, resume), SentPage(3), SentPage(4))
    #expect(reading.book.log == expected)
  }

  @Test func `a receiver may return to a checkpoint`() throws {
    try reading.window.send(SentPage(2), SentPage(3, .returning), SentPage(4))
    #expect(reading.book.log == ["2", "3"])
    #expect(reading.window.text.first == "book")
    #expect(reading.pages == [])
  }

  @Test func `a checkpoint that can't be reached is logged`() throws {
    let window = try TestWindow(StrandedModel())
    try window.send(1)
    #expect(window.server.warnings.count == 1)
    #expect(window.server.warnings.first?.contains("can't return to its checkpoint") == true)
  }

  @Test func `a pause waits for its resumption`() throws {
    try reading.window.send(SentPage(2, .pause), SentPage(3), SentPage(4))
    try reading.advance(.seconds(1200))
    #expect(reading.book.log == ["2"])
    #expect(reading.book.canResume)
    try reading.window.resume()
    #expect(reading.book.log == ["2", "3", "4"])
    #expect(!reading.book.canResume)
  }

  @Test func `a pause can be given up`() throws {
    try reading.window.send(SentPage(2, .pause), SentPage(3))
    try reading.window.run { #expect(reading.book.cancelResume() == .executed) }
    try reading.window.run {
      #expect(reading.book.resume() == .notExecutable(.nothingPaused))
      #expect(reading.book.cancelResume() == .notExecutable(.nothingPaused))
    }
    #expect(reading.book.log == ["2"])
  }

  @Test func `a resumption may depend on something`() throws {
    try reading.window.send(SentPage(2, .pause), SentPage(3))
    try reading.window.run { reading.book.resume(condition: false) }
    #expect(reading.book.log == ["2"])
    try reading.window.run { reading.book.resume(condition: true) }
    #expect(reading.book.log == ["2", "3"])
  }

  @Test func `others go on while one pauses`() throws {
    try reading.window.send(SentPage(2, .pause), SentPage(3))
    try reading.window.send(SentPage(4))
    try reading.window.resume()
    #expect(reading.book.log == ["2", "4", "3"])
  }

  @Test func `a second pause takes the place of the first, and the log says so`() throws {
    try reading.window.send(SentPage(2, .pause), SentPage(3), SentPage(4))
    try reading.window.send(SentPage(5, .pause), SentPage(6))
    #expect(reading.warnings == ["A paused queue was overwritten by another; 2 values are dropped"])
    try reading.window.resume()
    #expect(reading.book.log == ["2", "5", "6"])
  }

  @Test func `what was asked for happens after signing in`() throws {
    let window = try TestWindow(.stacked([GateModel()]))
    try window.send(Secured(), 77)
    #expect(window.text == ["gate", "Sign in?", "Yes", "No"])
    try window.choose("Yes")
    #expect(window.text == ["page 77"])
    try window.send(Secured(), 78)
    #expect(window.text == ["page 78"])
  }

  @Test func `who does not sign in goes nowhere`() throws {
    let window = try TestWindow(.stacked([GateModel()]))
    try window.send(Secured(), 77)
    try window.choose("No")
    try window.resume()
    #expect(window.text == ["gate"])
  }
}

@NavigationModel
final class StrandedModel {
  func start() { onNavigationReceive { (_: Int) in .returnTo(NavigationCheckpoint<Void>.home) } }
  var body: some View { Text("stranded") }
}

/// Only for who has signed in.
struct Secured: Codable {}

@NavigationModel
final class GateModel {
  var isSignedIn = false

  func start() {
    onNavigationReceive { (_: Secured) in
      if self.isSignedIn { return .immediately }
      self.present(
        .alert(
          AlertState("Sign in?") {
            ButtonState("Yes", action: { self.signIn() })
            ButtonState("No", role: .cancel, action: { _ = self.cancelResume() })
          }))
      return .pause
    }
    onNavigationReceive { (number: Int) in
      self.push(PageModel(number))
      return .immediately
    }
  }

  private func signIn() {
    isSignedIn = true
    resume()
  }

  var body: some View { Text("gate") }
}
