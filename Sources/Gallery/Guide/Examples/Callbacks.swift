import Oriel

/// A destination with a callback: the callback is part of the value, and such a value is not saved.
struct ColourPlace: NavigationDestination {
  var callback: Callback<String>

  func makeModel() -> any NavigationModel { ColourListModel(callback: callback) }
}

extension NavigationCheckpoint where Value == String {
  static var colour: Self { Self("colour") }
}

/// Asks for a colour in two ways: with a callback, and with a checkpoint, which outlives a restart.
@NavigationModel
final class CallbackExampleModel {
  var colour = "none"

  func start() {
    navigationCheckpoint(.colour) { self.colour = $0 }
  }

  var body: some View {
    List {
      Text("Colour: \(colour)").id("colour")
      Button("In a sheet, by callback") { self.navigate(to: self.place, method: .managedSheet) }.id("sheet")
      Button("Pushed, by callback") { self.navigate(to: self.place, method: .push) }.id("pushed")
      Button("Pushed, by checkpoint") { self.push(ColourListModel(callback: nil)) }.id("checkpoint")
      Button("Close") { self.dismissSelf() }.id("close")
    }
    .navigationTitle("Values by callback")
  }

  private var place: ColourPlace { ColourPlace(callback: Callback { self.colour = $0 }) }
}

@NavigationModel
final class ColourListModel {
  let callback: Callback<String>?

  init(callback: Callback<String>?) {
    self.callback = callback
  }

  var body: some View {
    List {
      ForEach(["Red", "Green", "Blue"], id: \.self) { colour in
        Button(colour) { try self.choose(colour) }.id("choose")
      }
    }
    .navigationTitle("Colours")
  }

  private func choose(_ colour: String) throws {
    guard let callback else {
      returnToCheckpoint(.colour, value: colour)
      return
    }
    try callback(colour)
    back()
  }
}
