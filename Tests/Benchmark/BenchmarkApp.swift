import Observation
import Oriel

/// The windows that are measured.
struct BenchmarkApp: WindowApp {
  var body: some Scene {
    WindowGroup("Counter", id: "counter") { CounterModel() }
    WindowGroup("Own counter", id: "own") { CounterModel() }.tenancy(.perUser)
    WindowGroup("Board", id: "board") { .shared("board") }
    WindowGroup("Feed", id: "feed") { FeedModel() }
    WindowGroup("Screen", id: "screen") { ScreenModel() }
    WindowGroup("Deep", id: "deep") {
      DefaultStackRootNavigationModel(path: (0..<200).map { _ in StackNavigationModel(CounterModel()) })
    }
    SharedModel("board") { BoardModel() }
  }

  func environment(for user: User) -> EnvironmentValues { [News.everyones] }
}

/// The smallest window there is, as in the Gallery.
@NavigationModel
final class CounterModel {
  var count = 0

  var body: some View {
    Text("\(count)").id("count")
    Button("Increment") { self.count += 1 }.id("increment")
  }
}

/// One instance for all windows: rendered once, compared once.
@NavigationModel
final class BoardModel {
  var edition = 0

  var body: some View {
    Text(Bulletin.text(edition, count: 86))
    Button("Publish") { self.edition += 1 }.id("publish")
  }
}

/// Renders in each window by itself what all of them read.
@NavigationModel
final class FeedModel {
  @Environment(News.self) var news

  var body: some View {
    Text(news.text)
    Button("Publish") { self.news.publish() }.id("publish")
  }
}

@Observable
final class News {
  /// Written once for all who read it: what a window does with it is what is measured.
  private(set) var text = Bulletin.text(0, count: 104)
  @ObservationIgnored private var edition = 0

  func publish() {
    edition += 1
    text = Bulletin.text(edition, count: 104)
  }

  // Guard: it is used on the one hub of the server that is measured.
  nonisolated(unsafe) static let everyones = News()
}

/// Thirty elements: the list, the count, its button, and nine rows of three. One of them changes.
@NavigationModel
final class ScreenModel {
  var count = 0
  var chosen = 0

  var body: some View {
    List {
      Text("\(count)").id("count")
      Button("Increment") { self.count += 1 }.id("increment")
      ForEach(1..<10, id: \.self) { row in
        HStack {
          Text("Row \(row)")
          Button("Choose") { self.chosen = row }.id("choose")
        }
      }
    }
  }
}

/// Text that is always new and always as long, so that its frame has 200 bytes.
enum Bulletin {
  static func text(_ edition: Int, count: Int) -> String {
    let number = String(edition)
    let start = "Bulletin " + String(repeating: "0", count: max(0, 6 - number.count)) + number + " "
    return start + dashes.prefix(count - start.utf8.count)
  }

  /// At hand: to put them together would take longer than to render the text.
  private static let dashes = String(repeating: "-", count: 200)
}
