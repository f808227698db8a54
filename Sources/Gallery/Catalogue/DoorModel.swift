import Oriel

/// Leads to an exhibit that has windows of its own: what it shows, what to try there, and its code.
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

  /// `nil` if the window was saved by a version that had another exhibit here.
  private var exhibit: Exhibit? { Room.all.lazy.flatMap(\.exhibits).first { $0.address == self.address } }

  var body: some View {
    VStack(alignment: .leading) {
      Text(summary).font(.title2)
      if let exhibit {
        Text(exhibit.why).foregroundStyle(.secondary)
        Section("Try this") {
          ForEach(Array(exhibit.steps.enumerated()), id: \.offset) { number, step in
            Text("\(number + 1). \(step)").id("step")
          }
        }
      }
      HStack {
        Button("Open in a new window") { self.execute(.openURL(self.address)) }
          .buttonStyle(.borderedProminent).id("open")
        Link("Go there in this tab", destination: address)
      }
      if let exhibit { Component("code", properties: SourceFile.named(exhibit.code)).id("code") }
    }
    .id("door")
    .navigationTitle(title)
  }
}
