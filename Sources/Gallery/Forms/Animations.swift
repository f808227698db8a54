import Oriel

/// Three things that move: by a spring, by themselves once a second, and by hand.
@NavigationModel
final class AnimationsModel {
  enum Look: String, Codable, CaseIterable {
    case plain, accent, danger, secondary

    var style: ForegroundStyle {
      switch self {
      case .plain: .primary
      case .accent: .accent
      case .danger: .danger
      case .secondary: .secondary
      }
    }

    var next: Look {
      switch self {
      case .plain: .accent
      case .accent: .danger
      case .danger: .secondary
      case .secondary: .plain
      }
    }
  }

  var isAtTheEnd = false
  var look = Look.plain
  var isCycling = false
  var position = 2
  /// The number of times that the spring has come to rest.
  var arrivals = 0

  func start() {
    if isCycling { cycle() }
  }

  var body: some View {
    List {
      Section("A spring") {
        HStack {
          if isAtTheEnd { Spacer() }
          Text("●").font(.title).foregroundStyle(.accent).id("ball")
          if !isAtTheEnd { Spacer() }
        }
        Toggle("At the other end", isOn: Binding(get: { self.isAtTheEnd }, set: { _ in self.spring() })).id("spring")
        Text("It has arrived \(arrivals) times").foregroundStyle(.secondary).id("arrivals")
      }
      Section("A cycle") {
        Text("One look a second").font(.title).foregroundStyle(look.style).id("look")
        Toggle("Cycle", isOn: Binding(get: { self.isCycling }, set: { self.cycles($0) })).id("cycling")
      }
      Section("By hand") {
        HStack {
          ForEach(0..<9) { place in Text(place == self.position ? "●" : "·").font(.title) }
        }
        Slider("Drag it", value: bind(\.place), in: 0...8, step: 1).id("drag")
      }
    }
    .navigationTitle("Animations")
  }

  private func spring() {
    withAnimation(.spring(duration: 0.8, bounce: 0.5)) {
      isAtTheEnd.toggle()
    } completion: {
      self.arrivals += 1
    }
  }

  private func cycles(_ isCycling: Bool) {
    self.isCycling = isCycling
    if isCycling { cycle() }
  }

  private func cycle() {
    schedule(after: .seconds(1)) {
      guard self.isCycling else { return }
      withAnimation(.linear(duration: 1)) { self.look = self.look.next }
      self.cycle()
    }
  }

  private var place: Double {
    get { Double(position) }
    set { position = Int(newValue) }
  }
}
