import Oriel
import OrielHub

/// A row of a list that leads to a screen, which another node may show.
struct ScreenRow<Destination: NavigationDestination>: View {
  let title: String
  let facts: String
  var isUsable = true
  let destination: Destination
  /// The node that has it in memory, if it is another one.
  let node: String?
  /// The path below the console's own.
  let path: String
  /// The element's name.
  let name: String

  var body: some View {
    if let node {
      HStack {
        label
        Spacer()
        Link("Show on \(Words.plain(node))", destination: ServerNode.console(of: node, at: path))
          .accessibilityLabel(Words.plain("Show \(title) on \(node)")).id("there")
      }
    } else {
      NavigationLink(to: destination) { label }.id(name)
    }
  }

  private var label: some View {
    VStack(alignment: .leading, spacing: 2) {
      Text(Words.plain(title))
      Text(Words.plain(facts)).font(.caption).foregroundStyle(isUsable ? .secondary : .danger)
    }
  }
}
