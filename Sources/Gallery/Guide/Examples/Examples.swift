import Oriel

/// Small, common examples, each in a cover.
@NavigationModel
final class ExamplesModel {
  /// The result of the last example.
  var result: String?

  var body: some View {
    List {
      Section {
        Button("A binding") { self.present(.managedCover(BindingExampleModel())) }.id("binding")
        Button("Values by callback") { self.present(.managedCover(CallbackExampleModel())) }.id("callback")
        Button("A transition") { self.present(.managedCover(ZoomExampleModel())) }.id("transition")
      }
      Section("Flows") {
        Button("Onboarding") { self.start(VisitorFlow()) }.id("onboarding")
        Button("Pick a colour") { self.start(ColourFlow()) }.id("colour")
        Button("One, two, three") { self.start(CountFlow()) }.id("count")
        if let result { Text(result).id("result") }
      }
    }
    .navigationTitle("Examples")
  }
}

/// A slider here, and the same slider in a sheet.
@NavigationModel
final class BindingExampleModel {
  var value = 0.5

  var body: some View {
    List {
      Slider("Value", value: bind(\.value)).id("value")
      Text("\(Int((value * 100).rounded())) %").id("percent")
      Button("The same in a sheet") { self.present(.managedSheet(SharedSliderModel(owner: self), detents: [.medium])) }
        .id("sheet")
      Button("Close") { self.dismissSelf() }.id("close")
    }
    .navigationTitle("A binding")
  }
}

@NavigationModel
final class SharedSliderModel {
  let owner: BindingExampleModel

  init(owner: BindingExampleModel) {
    self.owner = owner
  }

  var body: some View {
    Slider("Value", value: owner.bind(\.value)).id("value").navigationTitle("The same")
  }
}

/// One card that grows into a screen, and shrinks again.
@NavigationModel
final class ZoomExampleModel {
  var body: some View {
    Grid(columns: 2) {
      ForEach(1..<5) { number in
        Button("Picture \(number)") {
          self.push(GuidePageModel(number: number), transition: .zoom(sourceID: "picture \(number)"))
        }
        .navigationSource(id: "picture \(number)").id("picture")
      }
      Button("Close") { self.dismissSelf() }.id("close")
    }
    .navigationTitle("A transition")
  }
}
