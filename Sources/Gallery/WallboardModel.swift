import Oriel

/// A board that many windows show, rendered once a second for all of them.
@NavigationModel
final class WallboardModel {
  var seconds = 0
  var calls = [12, 7, 3, 9]

  func start() {
    task {
      while true {
        try await Task.sleep(for: .seconds(1))
        self.tick()
      }
    }
  }

  private func tick() {
    seconds += 1
    let desk = seconds % calls.count
    calls[desk] = (calls[desk] * 5 + 3) % 17
  }

  var body: some View {
    List {
      Section("On air for") {
        Text("\(seconds) s").font(.title).id("seconds")
      }
      Section("Calls waiting") {
        ForEach(Array(calls.enumerated()), id: \.offset) { desk, waiting in
          VStack {
            HStack {
              Text("Desk \(desk + 1)")
              Spacer()
              Text("\(waiting)")
            }
            ProgressView(value: Double(waiting), total: 17)
          }
        }
      }
    }
    .navigationTitle("Wallboard")
  }
}
