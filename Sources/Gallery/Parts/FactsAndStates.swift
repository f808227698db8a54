import Oriel

/// What a desk says at a glance, and what it says when there is nothing.
@NavigationModel
final class FactsAndStatesModel {
  var waiting = 12
  var isOpen = true
  var isLoading = false

  var body: some View {
    HStack {
      Tile("Waiting", value: "\(waiting)", change: "+3", style: .danger)
      Tile("Answered", value: "214", change: "+9", style: .success)
      Tile("Longest wait", value: "2:41")
    }
    .id("tiles")
    GroupBox("Caller") {
      LabeledContent("Name", value: "Elif Demir")
      LabeledContent("Topic") {
        HStack {
          Chip("Address")
          Chip("Urgent").foregroundStyle(.danger)
          Chip("Waits").foregroundStyle(.warning)
        }
      }
      DisclosureGroup("Earlier calls", isExpanded: bind(\.isOpen)) {
        Text("12 May, change of address")
        Text("3 April, invoice")
      }
      .id("earlier")
    }
    .redacted(reason: isLoading ? .placeholder : [])
    Toggle("As it looks while it is loaded", isOn: bind(\.isLoading)).id("loading")
    ContentUnavailableView(
      "No tickets", systemImage: "tray", description: Text("New tickets of your team appear here.")
    ) {
      Button("Look for older ones") { self.waiting += 1 }.id("older")
    }
    .navigationTitle("Facts and states")
  }
}
