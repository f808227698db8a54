import Oriel

/// Leads to an exhibit that has windows of its own.
@NavigationModel
final class DoorModel {
  let title: String
  let summary: String
  let address: String

  init(title: String, summary: String, address: String) {
    self.title = title
    self.summary = summary
    self.address = address
  }

  var body: some View {
    VStack(alignment: .leading) {
      Text(summary)
      Button("Open in a new window") { self.execute(.openURL(self.address)) }
        .buttonStyle(.borderedProminent).id("open")
      Link("Go there in this tab", destination: address)
    }
    .navigationTitle(title)
  }
}
