import Oriel

/// One window that opens, steers and closes others.
enum ControlRoom {
  static let scene = WindowGroup("Control room", id: "control") { ControlModel() }
  static let screen = WindowGroup("Screen", id: "screen", for: Int.self) { number in WallScreenModel(number: number) }
}

/// The dispatcher's desk: a row for each screen of the wall.
@NavigationModel
final class ControlModel {
  @Environment(WallPlan.self) var plan
  @Environment(Membership.self) var membership

  var body: some View {
    List {
      ForEach(Array(WallPlan.screens), id: \.self) { number in
        Section("Screen \(number)") {
          Picker("Channel", selection: self.channel(of: number)) {
            ForEach(WallPlan.Channel.allCases, id: \.rawValue) { Text($0.rawValue).tag($0) }
          }
          .pickerStyle(.segmented).id("channel")
          HStack {
            Button("Open") { self.open(number) }
              .accessibilityLabel("Open screen \(number)").id("open")
            Button("Close") { self.dismissWindow("screen", value: number) }
              .accessibilityLabel("Close screen \(number)").id("close")
          }
        }
      }
      Section("All of them") {
        Button("Open the wall") { WallPlan.screens.forEach(self.open) }.id("open-all")
        TextField("Message", text: Binding(get: { self.plan.message }, set: { self.plan.message = $0 })).textLimit(200)
          .id("message")
        Button("Show the message everywhere") { self.showEverywhere(.message) }.id("show-message")
        Button("Show the wallboard everywhere") { self.showEverywhere(.wallboard) }.id("show-wallboard")
        Button("Close all screens", role: .destructive) { self.dismissWindow("screen") }.id("close-all")
        Button("Lock every window", systemImage: "lock") { self.membership.isLocked = true }.id("lock")
      }
    }
    .navigationTitle("Control room")
  }

  private func open(_ number: Int) {
    openWindow("screen", value: number, placement: WallPlan.placement(of: number))
  }

  private func channel(of number: Int) -> Binding<WallPlan.Channel> {
    Binding(get: { self.plan.channels[number] ?? .wallboard }, set: { self.plan.channels[number] = $0 })
  }

  private func showEverywhere(_ channel: WallPlan.Channel) {
    for number in WallPlan.screens { plan.channels[number] = channel }
  }
}
