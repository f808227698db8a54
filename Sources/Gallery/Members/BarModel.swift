import Oriel

/// A screen with a bar of its own in place of its stack's. The bar gets its colour as the user scrolls.
@NavigationModel
final class BarModel: StackScreen {
  var scrolled = 0.0

  var displayOptions: StackDisplayOptions { [.hideToolbar, .hideBackButton] }

  var body: some View {
    VStack {
      HStack {
        Button("Back", systemImage: "arrow.left") { self.pop() }.buttonStyle(.plain).id("back")
        Component("bar", properties: Bar(title: "Seven colours", opacity: scrolled)).id("bar")
      }
      ScrollView {
        ForEach(Swatch.Hue.allCases.filter { $0 != .black }, id: \.self) { hue in
          ForEach(0..<4) { _ in Swatch(hue: hue) }
        }
      }
      .onScroll { self.scrolled = $0 }.id("colours")
    }
    .navigationTitle("Seven colours")
  }

  /// The properties that the page's script receives.
  private struct Bar: Encodable {
    var title: String
    var opacity: Double
  }
}

extension PageFile {
  /// A transparent bar.
  static let bar = PageFile(
    "bar.js",
    """
    import { defineElement } from "/client/client.js";

    defineElement("bar", (host) => {
      host.classList.add("member-bar");
      return ({ title, opacity }) => {
        host.textContent = title;
        host.style.setProperty("--opacity", opacity);
      };
    });
    """)

  static let barLook = PageFile(
    "bar.css",
    """
    .member-bar { position: relative; isolation: isolate; flex: 1; padding: .6rem 1rem; font-weight: 650; }
    .member-bar::before { content: ""; position: absolute; z-index: -1; inset: 0; border-radius: var(--radius);
      background: var(--line); opacity: var(--opacity); transition: opacity .1s; }
    """)
}
