import Oriel

/// The features of a window, one after another.
@NavigationModel
final class TourModel {
  /// The depth of this screen in the stack.
  var depth: Int
  @Environment(SharedCounter.self) var shared

  init(depth: Int = 0) {
    self.depth = depth
  }

  var urlPath: String? { depth == 0 ? nil : "/level/\(depth)" }

  var body: some View {
    List {
      sharing
      navigating
      presenting
      windows
    }
    .id("tour")
    .navigationTitle(depth == 0 ? "Tour" : "Level \(depth)")
  }

  @ViewBuilder private var sharing: some View {
    Section("Shared by all your windows") {
      HStack {
        Text("\(shared.count)").font(.title).id("shared-count")
        Spacer()
        Button("Count") { self.shared.count += 1 }.buttonStyle(.borderedProminent).id("shared-increment")
      }
    }
  }

  @ViewBuilder private var navigating: some View {
    Section("Navigate") {
      Button("Push another screen") { self.push(TourModel(depth: self.depth + 1)) }.id("push")
      Button("Push three at once") { self.push((1...3).map { TourModel(depth: self.depth + $0) }) }.id("push-three")
      Button("Go back") { self.pop() }.disabled(depth == 0).id("pop")
      Button("Back to the start") { self.popToRoot() }.disabled(depth == 0).id("pop-to-root")
      Button("Transitions") { self.push(TransitionsModel()) }.id("transitions")
      Button("A chart of the app's own") { self.navigate(to: ChartPage()) }.id("chart")
      Button("Places and links") { self.push(PlacesModel()) }.id("places")
      Button("Files") { self.push(FilesModel()) }.id("files")
      Button("Show the notes") { self.selectTab("notes") }.id("select-notes")
    }
  }

  @ViewBuilder private var presenting: some View {
    Section("Present") {
      Button("A sheet") { self.present(.sheet(.stacked(SheetModel()))) }.id("sheet")
      Button("A half sheet") { self.present(.sheet(SheetModel(), detents: [.medium, .large])) }.id("half-sheet")
      Button("A cover") { self.present(.fullScreenCover(SheetModel())) }.id("cover")
      Button("An alert") { self.present(.alert(Self.greeting)) }.id("alert")
      Button("A question") { self.present(.confirmationDialog(Self.reset, source: "question")) }
        .navigationSource(id: "question").id("question")
    }
  }

  @ViewBuilder private var windows: some View {
    Section("Windows") {
      Button("Open another window") { self.openWindow("home") }.id("open-window")
      Button("Open it in three seconds") { self.openLater() }.id("open-later")
      Button("Open a counter") { self.openWindow("counter") }.id("open-counter")
      Button("Open the wallboard") { self.openWindow("wallboard", policy: .reuse) }.id("open-wallboard")
      Button("Close all counters") { self.dismissWindow("counter") }.id("dismiss-counters")
      Button("Close this window", role: .destructive) { self.dismissWindow() }.id("dismiss-window")
    }
  }

  private func openLater() {
    task {
      try await Task.sleep(for: .seconds(3))
      self.openWindow("home")
    }
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    if message is ResetCounter { shared.count = 0 }
  }

  private static var greeting: AlertState<Never> {
    AlertState("Hello", message: "An alert is drawn by the page, and answered by the server.") {
      ButtonState("Fine", role: .cancel)
    }
  }

  /// Its answer is a message, so that it can be given even after a restart.
  private static var reset: ConfirmationDialogState<ResetCounter> {
    ConfirmationDialogState("Set the shared counter back to zero?") {
      ButtonState("Set it back", role: .destructive, action: ResetCounter())
      ButtonState("Cancel", role: .cancel)
    }
  }
}

struct ResetCounter: NavigationMessage, Codable {}

/// What the tour presents: it can be left from inside, and can present another.
@NavigationModel
final class SheetModel {
  @Environment(SharedCounter.self) var shared

  var body: some View {
    List {
      Section {
        Text("The shared counter is \(shared.count).")
        Button("Count") { self.shared.count += 1 }.id("count")
      } footer: {
        Text("Below, the window goes on: other windows still change it.")
      }
      Section {
        Button("Another sheet on top") { self.present(.sheet(.stacked(SheetModel()))) }.id("another")
        Button("An alert on top") { self.present(.alert(AlertState("This is on top of everything"))) }.id("alert")
        Button("Done") { self.back() }.buttonStyle(.borderedProminent).id("done")
      }
    }
    .navigationTitle("A layer")
  }
}
