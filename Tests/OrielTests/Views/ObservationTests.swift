import Observation
import Oriel
import OrielDocument
import OrielTesting
import Testing

@Observable final class Prices {
  var gold = 1
  var silver = 1
}

/// Notes what it observes.
@NavigationModel
final class ObservingModel {
  var seen: [Int] = []
  var unread = 0
  @Environment(Prices.self) var prices
  @Transient var token: ObservationToken? = nil

  init() {}

  func start() {
    token = observe { self.seen.append(self.prices.gold) }
  }

  var body: some View { Text("\(seen.count) seen") }
}

/// Edits what its parent owns.
@NavigationModel
final class EditingModel {
  let parent: CountingModel

  init(parent: CountingModel) { self.parent = parent }

  var body: some View { Stepper("Count", value: parent.bind(\.count)) }
}

@NavigationModel
final class CountingModel {
  var count = 1

  init() {}

  var body: some View {
    Text("count \(count)")
    Button("Edit") { self.present(.sheet(EditingModel(parent: self))) }
  }
}

@Suite("Observation")
struct ObservationTests {
  let prices = Prices()
  let model: ObservingModel
  let window: TestWindow

  init() throws {
    let (model, prices) = (ObservingModel(), prices)
    self.model = model
    window = try TestWindow(.stacked([NamedModel("home"), model]), environment: [prices])
  }

  @Test func `what is observed is heard once in a turn`() throws {
    #expect(model.seen == [1])
    let outcome = try window.run { for price in 2...9 { prices.gold = price } }
    #expect(model.seen == [1, 9])
    #expect(outcome == .patch([.replace("/models/m3/body/0/text", "2 seen")], rev: 2))
  }

  @Test func `what is not read is not heard`() throws {
    try window.run {
      prices.silver = 5
      model.unread = 5
    }
    #expect(model.seen == [1])
  }

  @Test func `a cancelled observation hears no more`() throws {
    try window.run {
      prices.gold = 2
      model.token?.cancel()
    }
    try window.run { prices.gold = 3 }
    #expect(model.seen == [1])
  }

  @Test func `an observation ends with its model, and keeps nothing alive`() throws {
    weak let gone = model.token
    try window.back()
    try window.run { prices.gold = 2 }
    #expect(model.seen == [1])
    model.token = nil
    #expect(gone == nil)
  }

  @Test func `an observation that cancels itself keeps nothing alive`() throws {
    var runs = 0
    weak var gone: ObservationToken?
    try window.run {
      var token: ObservationToken?
      token = model.observe {
        runs += prices.gold
        if runs > 1 { token?.cancel() }
      }
      gone = token
    }
    #expect(gone != nil)
    try window.run { prices.gold = 2 }
    #expect(runs == 3)
    #expect(gone == nil)
  }

  @Test func `a model in no window observes once`() {
    let alone = CountingModel()
    var runs = 0
    alone.observe { runs += alone.count }
    alone.count = 5
    #expect(runs == 1)
  }

  @Test func `what is written in a presented screen is seen in both, in one patch`() throws {
    let window = try TestWindow(CountingModel())
    try window.tap("Edit")
    try window.change("Count", to: 7)
    #expect(window.rev == 3)
    #expect(window.document["models"]?["m2"]?["body"]?[0]?["value"] == 7)
    #expect(window.text == ["count 7", "Edit", "Count"])
    try window.restart()
    try window.change("Count", to: 8)
    #expect(window.text == ["count 8", "Edit", "Count"])
  }

  @Test func `an equal value from a client changes nothing`() throws {
    let window = try TestWindow(CountingModel())
    try window.tap("Edit")
    #expect(try window.change("Count", to: 1) == .nothing)
  }
}
