import Oriel

/// Six ways to show a number, each while its own optional has one.
@NavigationModel
final class OptionalsModel {
  enum Place: String, Codable, CaseIterable { case alert, dialog, sheet, cover, popover, drillDown = "drill-down" }

  var counts: [Place: Int] = [:]

  func start() {
    present(item: \.counts[.alert], id: \.self) { .alert(AlertState("The count is \($0)")) }
    present(item: \.counts[.dialog], id: \.self) { count in
      .confirmationDialog(ConfirmationDialogState<Never>("The count is \(count)") {}, source: "dialog")
    }
    present(item: \.counts[.sheet], id: \.self) { [unowned self] _ in .managedSheet(self.number(in: .sheet)) }
    present(item: \.counts[.cover], id: \.self) { [unowned self] _ in .managedCover(self.number(in: .cover)) }
    present(item: \.counts[.popover], id: \.self) { [unowned self] _ in
      .popover(self.number(in: .popover), source: "popover")
    }
    push(item: \.counts[.drillDown]) { [unowned self] _ in self.number(in: .drillDown) }
  }

  private func number(in place: Place) -> any NavigationModel { NumberModel(owner: self, place: place) }

  var body: some View {
    List {
      Section {
        ForEach(Place.allCases, id: \.rawValue) { place in
          Button(
            "\(self.counts[place] == nil ? "✕" : "✓") A number in \(place == .alert ? "an" : "a") \(place.rawValue)"
          ) {
            self.counts[place] = 1
          }
          .navigationSource(id: place.rawValue)
          .id("show")
        }
      } footer: {
        Text("A check mark means that the property has a value. Closing the screen sets it to nil.")
      }
    }
    .navigationTitle("Optional values")
  }
}

/// The number itself. It writes through to the model that owns the number.
@NavigationModel
final class NumberModel {
  let owner: OptionalsModel
  let place: OptionalsModel.Place
  /// A changed value makes a new sheet, which counts from 0 again; a pushed screen stays the same.
  var changes = 0

  init(owner: OptionalsModel, place: OptionalsModel.Place) {
    self.owner = owner
    self.place = place
  }

  var body: some View {
    List {
      Text("\(owner.counts[place] ?? 0)").font(.title).id("count")
      Text("Changed here \(changes) times").foregroundStyle(.secondary).id("changes")
      Button("Change count") { self.change() }.id("change")
      Button("Close") { self.owner.counts[self.place] = nil }.buttonStyle(.borderedProminent).id("close")
    }
    .navigationTitle("Count")
  }

  private func change() {
    changes += 1
    owner.counts[place]? += 1
  }
}
