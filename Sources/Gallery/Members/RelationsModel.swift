import Oriel

/// The graph of this window's models, starting at the root.
@NavigationModel
final class RelationsModel {
  var lines: [String] = []

  var body: some View {
    List {
      Button("Print the graph") { self.draw() }.buttonStyle(.borderedProminent).id("print")
      ForEach(Array(lines.enumerated()), id: \.offset) { _, line in Text(line).monospaced().font(.caption) }
      Text("The server prints it, too.").foregroundStyle(.secondary)
    }
    .navigationTitle("Relationships")
  }

  private func draw() {
    printDebugGraph()
    lines = (debugGraph?.description ?? "").split(separator: "\n").map(String.init)
  }
}
