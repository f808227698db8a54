import Oriel
import OrielTesting
import Testing

/// What an app writes and makes no sense is passed over, and told of.
struct SenselessTests {
  let model: SenselessModel
  let window: TestWindow

  init() throws {
    let model = SenselessModel()
    self.model = model
    window = try TestWindow(model)
  }

  @Test func `a presence that can't be made up is reported`() throws {
    try window.tap("Show")
    #expect(model.note == nil)
    #expect(window.server.warnings == ["A binding can't be made true: there is no String to put there"])
  }

  @Test func `a raw value without a case is reported`() throws {
    try window.tap("Rate")
    #expect(model.rating == .good)
    #expect(window.server.warnings == ["A binding to a Rating was set to an unknown raw value"])
  }

  @Test func `a value of another type is reported`() throws {
    try window.tap("Confuse")
    #expect(model.rating == .good)
    #expect(window.server.warnings == ["A binding to a Rating was set to a String"])
  }

  @Test func `a screen's mistake is reported once, however often it is rendered`() throws {
    try window.run { model.isDoubled = true }
    let told = window.server.warnings
    #expect(told.count == 1)
    try window.run { model.count += 1 }
    #expect(window.server.warnings == told)
    try window.run { model.isDoubled = false }
    try window.server.advance(by: .seconds(60))
    try window.run { model.isDoubled = true }
    #expect(window.server.warnings == told + told)
  }
}

@NavigationModel
final class SenselessModel {
  enum Rating: Int, Codable { case good = 1, bad }

  var note: String?
  var rating = Rating.good
  var count = 0
  var isDoubled = false

  init() {}

  var body: some View {
    Text("\(count)")
    Button("Show") { Binding<Bool>(self.bind(\.note)).wrappedValue = true }
    Button("Rate") { Binding<Int>(rawValue: self.bind(\.rating)).wrappedValue = 3 }
    Button("Confuse") { Binding<AnyHashable>(self.bind(\.rating)).wrappedValue = "good" }
    if isDoubled {
      Button("One") {}.id("twin")
      Button("Two") {}.id("twin")
    }
  }
}
