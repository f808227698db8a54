import Oriel
import OrielHub

/// How the server is doing, at a glance.
@NavigationModel
final class OverviewModel {
  @Environment(Lookout.self) var lookout

  init() {}

  var body: some View {
    let now = lookout.overview
    List {
      Section("Now") {
        ForEach(Self.figures(now), id: \.name) { figure in
          HStack {
            Text(figure.name)
            Spacer()
            Text(figure.value).monospaced().id("value")
          }
        }
      }
    }
    .navigationTitle("Overview")
  }

  private static func figures(_ now: LookoutOverview) -> [(name: String, value: String)] {
    [
      ("Users", "\(now.users)"), ("Windows in memory", "\(now.windows)"), ("Attached", "\(now.attached)"),
    ]
  }
}
