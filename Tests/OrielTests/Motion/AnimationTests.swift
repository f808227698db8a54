import Observation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@Suite("Animations on the wire")
struct AnimationTests {
  @Test(
    arguments: Self.animations)
  func `an animation says its curve and its times in milliseconds`(animation: Animation, json: JSONValue) throws {
    let screen = try StackedWindow()
    let outcome = try screen.window.run { withAnimation(animation) { screen.home.count = 1 } }
    #expect(outcome.animations == [json])
  }

  static let animations: [(Animation, JSONValue)] = [

    (Animation.default, ["name": "default", "duration": 350]),
    (.linear(duration: 2), ["name": "linear", "duration": 2000]),
    (.easeIn, ["name": "easeIn", "duration": 350]),
    (.easeOut, ["name": "easeOut", "duration": 350]),
    (.easeInOut, ["name": "easeInOut", "duration": 350]),
    (.timingCurve(0.1, 0.5, 0.25, 1), ["name": "curve", "duration": 350, "curve": [0.1, 0.5, 0.25, 1]]),
    (.spring(duration: 1, bounce: 0.5), ["name": "spring", "duration": 1000, "bounce": 0.5]),
    (.linear(duration: 1).delay(0.5).speed(2), ["name": "linear", "duration": 500, "delay": 250]),
    (
      .linear(duration: 1).repeatCount(3),
      ["name": "linear", "duration": 1000, "count": 3, "autoreverses": true]
    ),
    (.linear(duration: 1).repeatForever(autoreverses: false), ["name": "linear", "duration": 1000, "count": 0]),
  ]

  @Test func `a change without an animation says nothing`() throws {
    let screen = try StackedWindow()
    #expect(try screen.window.run { screen.home.count = 1 }.animations == [])
  }

  @Test func `a change that is not to move says so, whatever it is`() throws {
    let screen = try StackedWindow()
    let none: JSONValue = ["name": "none"]
    #expect(try screen.window.run { withAnimation(nil) { screen.home.count = 1 } }.animations == [none])
    #expect(try screen.window.run { screen.home.push(NamedModel("a"), animated: false) }.abridged.animations == [none])
    #expect(try screen.window.run { screen.home.pop(animated: false) }.abridged.animations == [none])
    let sheet = NamedModel("sheet")
    #expect(
      try screen.window.run { screen.home.present(.sheet(sheet), animated: false) }.abridged.animations == [none])
    #expect(try screen.window.run { screen.home.dismiss(animated: false) }.abridged.animations == [none])
  }

  @Test func `an environment object's change moves every screen that reads it`() throws {
    let shared = SharedCount()
    let window = try TestWindow(
      DefaultStackRootNavigationModel(path: [StackNavigationModel(CountModel())]), environment: [shared])
    #expect(
      try window.run { withAnimation(.linear) { shared.count = 5 } }.animations == [
        ["name": "linear", "duration": 350]
      ])
  }

  @Test func `what has moved once is not moved again when a page catches up`() throws {
    let operation = PatchOperation.replace("/a", 1, animation: ["name": "linear"])
    #expect(Patch.composed([Patch([operation]), Patch([.add("/b", 2)])]) == [.replace("/a", 1), .add("/b", 2)])
  }
}

@Observable
final class SharedCount {
  var count = 0
}

@NavigationModel
final class CountModel {
  @Environment(SharedCount.self) var shared

  var body: some View { Text("\(shared.count)") }
}
