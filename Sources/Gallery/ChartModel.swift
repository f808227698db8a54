import Oriel

/// An element of the Gallery's own, drawn by the page. Picking a bar sends an event.
@NavigationModel
final class ChartModel {
  var calls = [12, 7, 3, 9, 14, 6]
  var picked = 0

  var body: some View {
    List {
      Section("Calls waiting at each desk") {
        Component("chart", properties: Chart(values: calls, picked: picked))
          .on("picked") { (desk: Int) in self.picked = self.calls.indices.contains(desk) ? desk : self.picked }
          .id("chart")
        Text("Desk \(picked + 1): \(calls[picked]) calls").id("picked")
      }
      Section {
        Button("Another call for this desk") { self.calls[self.picked] += 1 }.id("call")
      }
    }
    .navigationTitle("Chart")
  }

  /// The properties that the page's script receives.
  private struct Chart: Encodable {
    var values: [Int]
    var picked: Int
  }
}

struct ChartPage: URLDestination {
  static let path = "/chart"

  func makeModel() -> any NavigationModel { ChartModel() }
}

extension PageFile {
  /// Bars that are buttons, so that a keyboard and a screen reader have them too.
  static let chart = PageFile(
    "chart.js",
    """
    import { defineElement } from "/client/client.js";

    const bar = (desk, emit) => {
      const node = document.createElement("button");
      node.type = "button";
      node.onclick = () => emit("picked", desk);
      return node;
    };

    defineElement("chart", (host, emit) => {
      host.classList.add("bars");
      return ({ values, picked }) => {
        while (host.children.length > values.length) host.lastChild.remove();
        const highest = Math.max(...values, 1);
        values.forEach((value, desk) => {
          const node = host.children[desk] ?? host.appendChild(bar(desk, emit));
          node.style.setProperty("--share", value / highest);
          node.ariaLabel = `Desk ${desk + 1}: ${value}`;
          node.ariaPressed = String(desk === picked);
        });
      };
    });
    """)

  static let chartLook = PageFile(
    "chart.css",
    """
    .bars { display: flex; align-items: end; gap: .5rem; height: 12rem; }
    .bars > button { flex: 1; min-height: 1.5rem; height: calc(var(--share) * 100%); padding: 0; border: 0;
      border-radius: .4rem .4rem 0 0; background: var(--tint); transition: height .4s var(--ease); }
    .bars > [aria-pressed=true] { background: var(--accent); }
    @media (forced-colors: active) { .bars > button { border: 1px solid; } }
    """)
}
