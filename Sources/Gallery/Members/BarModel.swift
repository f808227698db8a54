import Oriel

/// A screen with a bar of its own in the place of its stack's. The bar fills as one scrolls.
@NavigationModel
final class BarModel: StackScreen {
  var scrolled = 0.0

  var displayOptions: StackDisplayOptions { [.hideToolbar, .hideBackButton] }

  var body: some View {
    VStack {
      HStack {
        Button("Back", systemImage: "arrow.left") { self.pop() }.buttonStyle(.plain).id("back")
        Text("Seven colours").font(.headline)
        Spacer()
        ProgressView(value: scrolled).accessibilityLabel("Scrolled").id("bar")
      }
      ScrollView {
        ForEach(["🟥", "🟧", "🟨", "🟩", "🟦", "🟪", "🟫"], id: \.self) { block in
          ForEach(0..<4) { _ in Text(String(repeating: block, count: 8)).font(.title) }
        }
      }
      .onScroll { self.scrolled = $0 }.id("colours")
    }
    .navigationTitle("Seven colours")
  }
}
