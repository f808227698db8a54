import Oriel

/// Three floors, one above the other, and a fourth above or below them all.
@NavigationModel
final class FloorModel {
  /// The transition of the fourth floor.
  enum Coming: String, Codable, CaseIterable {
    case inFront = "In front", behind = "Behind", fading = "Fading"

    var transition: Transition {
      switch self {
      case .inFront: .move(edge: .bottom)
      case .behind: .static.exit(.move(edge: .bottom)).behind()
      case .fading: .opacity
      }
    }
  }

  let number: Int
  var coming = Coming.inFront
  var isFourthShown = false
  var answer: String?

  init(number: Int) {
    self.number = number
  }

  func start() {
    present(isPresented: \.isFourthShown) { [unowned self] in
      .fullScreenCover(FourthFloorModel(owner: self)).transition(self.coming.transition)
    }
  }

  var body: some View {
    List {
      Section("Up") {
        if number == 1 {
          Button("To floor 2, growing") { self.climb(to: 2, .scale.combined(with: .opacity)) }
            .id("to-2")
        }
        if number < 3 {
          Button("To floor 3, by one iris, and back by two") { self.climb(to: 3, Self.iris) }.id("to-3")
        }
      }
      Section("Down") {
        Button("Back") { self.answer = self.pop() == .executed ? nil : "Not possible" }.id("back")
        if number > 1 { Button("Down to floor 1") { self.descend(to: 1) }.id("to-1") }
        if number == 3 { Button("Down to floor 2") { self.descend(to: 2) }.disabled(floor(2) == nil).id("down-to-2") }
        if let answer { Text(answer).foregroundStyle(.danger).id("answer") }
      }
      Section("Floor 4") {
        ForEach(Coming.allCases, id: \.rawValue) { coming in
          Button(coming.rawValue) {
            self.coming = coming
            self.isFourthShown = true
          }
          .id("fourth")
        }
      }
    }
    .navigationTitle("Floor \(number)")
  }

  private func climb(to number: Int, _ transition: Transition) {
    push(FloorModel(number: number), transition: transition)
  }

  private static var iris: Transition {
    .circleShape().back(.circleShape(from: .topLeading).exit(.circleShape(from: .bottomTrailing)))
  }

  /// Pops to this floor, however many are in between. Does nothing if the floor is not below.
  private func descend(to number: Int) {
    if let floor = floor(number) { popTo(floor) }
  }

  private func floor(_ number: Int) -> FloorModel? {
    stack?.path.lazy.compactMap { $0.model as? FloorModel }.first { $0.number == number }
  }
}

/// Shown as long as the floor that opened it says so.
@NavigationModel
final class FourthFloorModel {
  let owner: FloorModel

  init(owner: FloorModel) {
    self.owner = owner
  }

  var body: some View {
    VStack {
      Text("Opened from floor \(owner.number)").id("from")
      Button("Leave") { self.owner.isFourthShown = false }.buttonStyle(.borderedProminent).id("leave")
      Button("Leave at once") { withAnimation(nil) { self.owner.isFourthShown = false } }.id("leave-at-once")
    }
    .navigationTitle("Floor 4")
  }
}
