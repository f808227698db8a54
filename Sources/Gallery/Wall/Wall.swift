import Oriel

/// Big screens without a user in front of them, and a control window from which one click reaches them all.
enum Wall {
  @SceneBuilder static var scenes: some Scene {
    WindowGroup("Wall", id: "wall") { WallModel() }.pageFiles(["wall.js", "wall.css"].compactMap(PageFile.page))
    WindowGroup("Wall control", id: "wall-control") { WallControlModel() }
  }

  static let wall = "Wall"
  static let control = "Control"
}

/// Numbers and bars from the other apps, large enough to read from across the room.
@NavigationModel
final class WallModel {
  @Environment(WallNews.self) var news
  @Environment(Operations.self) var operations
  @Environment(Switchboard.self) var switchboard
  @Environment(Market.self) var market
  @Environment(\.clock) var clock
  @Environment(\.window) var window
  @Environment(\.user) var user

  func start() {
    news.take(window, of: user, as: Wall.wall)
    operations.keepTime()
    switchboard.keepTime()
    market.keepTime()
  }

  var body: some View {
    Component("wall-board", properties: face).id("wall").navigationTitle("Wall")
    if news.present(as: Wall.control).isEmpty {
      Button("Open the control window") {
        self.openWindow(
          "wall-control", policy: .reuse, placement: WindowPlacement(x: 80, y: 80, width: 560, height: 760))
      }
      .buttonStyle(.bordered).class("control").id("try")
    }
  }

  private var face: Face {
    var face: Face
    switch news.shown {
    case .incidents: face = incidents
    case .calls: face = calls
    case .market: face = prices
    }
    face.time = clock.now(every: .seconds(60))
    face.announcement = news.announcement
    face.isAlarm = news.isAlarm
    return face
  }

  /// The properties that the page's script receives.
  struct Face: Encodable {
    struct Bar: Encodable {
      let label: String
      let value: String
      /// From 0 to 1.
      let share: Double
      var tone: Tone?
    }

    let title: String
    /// The minute that it is at the server, in milliseconds since 1970.
    var time: Int64 = 0
    let tiles: [Tiles.Tile]
    let bars: [Bar]
    var announcement: String?
    var isAlarm = false
  }

  private var incidents: Face {
    let oldest = operations.incidents.filter(\.isOpen).sorted { $0.seconds > $1.seconds }.prefix(5)
    let most = Double(oldest.first?.seconds ?? 1)
    return Face(
      title: "Incidents", tiles: Dispatch.tiles(of: operations),
      bars: oldest.map {
        Face.Bar(
          label: $0.title, value: $0.seconds.asClock, share: Double($0.seconds) / max(most, 1), tone: $0.statusTone)
      })
  }

  private var calls: Face {
    let waiting = switchboard.waiting.sorted { $0.seconds > $1.seconds }.prefix(5)
    let most = Double(waiting.first?.seconds ?? 1)
    return Face(
      title: "Calls", tiles: CallCentre.tiles(of: switchboard),
      bars: waiting.map {
        Face.Bar(
          label: $0.topic, value: $0.seconds.asClock, share: Double($0.seconds) / max(most, 1),
          tone: $0.seconds > 120 ? .danger : $0.seconds > 60 ? .warn : .good)
      })
  }

  private var prices: Face {
    let marks = market.marks
    let rising = marks.count { $0.change > 0 }
    let movers = marks.sorted { (abs($0.change), $0.symbol) > (abs($1.change), $1.symbol) }.prefix(5)
    let most = Double(movers.first.map { abs($0.change) } ?? 1)
    return Face(
      title: "Market",
      tiles: [
        Tiles.Tile("rising", "\(rising)", tone: .good),
        Tiles.Tile("falling", "\(marks.count { $0.change < 0 })", tone: .danger),
        Tiles.Tile(
          movers.first.map { "\($0.symbol) \($0.changeText)" } ?? "", movers.first?.price.asMoney ?? "–",
          tone: movers.first?.tone),
      ],
      bars: movers.map {
        Face.Bar(
          label: $0.symbol, value: $0.changeText, share: Double(abs($0.change)) / max(most, 1), tone: $0.tone)
      })
  }
}

/// Controls all walls at once.
@NavigationModel
final class WallControlModel {
  @Environment(WallNews.self) var news
  @Environment(\.window) var window
  @Environment(\.user) var user

  func start() {
    news.take(window, of: user, as: Wall.control)
  }

  var body: some View {
    let walls = news.present(as: Wall.wall)
    Section {
      TextField("Message", text: Binding(get: { self.news.draft }, set: { self.news.draft = $0 })).textLimit(80)
        .onSubmit { self.news.announce(alarm: false) }.id("message")
      HStack {
        Button("Announce on all walls") { self.news.announce(alarm: false) }.buttonStyle(.borderedProminent)
          .disabled(news.draft.isEmpty).id("announce")
        Button("Alarm", role: .destructive) { self.news.announce(alarm: true) }
          .accessibilityLabel("Alarm on all walls").id("alarm")
        Button("Clear") { self.news.clear() }.buttonStyle(.bordered).disabled(news.announcement == nil).id("clear")
      }
    } footer: {
      Text(
        walls.isEmpty
          ? "No wall is open." : walls.count == 1 ? "One wall is open." : "\(walls.count) walls are open.")
    }
    Section("Every wall shows") {
      Picker("Page", selection: Binding(get: { self.news.pinned }, set: { self.news.pinned = $0 })) {
        Text("Rotate").tag(WallNews.Page?.none)
        ForEach(WallNews.Page.allCases, id: \.rawValue) { Text($0.rawValue).tag(WallNews.Page?.some($0)) }
      }
      .pickerStyle(.segmented).id("page")
    }
    Section("Walls") {
      ForEach(walls) { wall in
        HStack {
          Text(wall.name)
          Spacer()
          if wall.user == user.id {
            Button("Close") { self.dismissWindow(wall.id) }.accessibilityLabel("Close \(wall.name)").id("dismiss")
          }
        }
      }
      Button("Open another wall") {
        self.openWindow("wall", placement: WindowPlacement(x: 660, y: 80, width: 960, height: 540))
      }
      .id("another")
    }
    .navigationTitle("Wall control")
  }
}
