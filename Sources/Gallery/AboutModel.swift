import Oriel

/// What the server knows about this window.
@NavigationModel
final class AboutModel {
  @Environment(\.user) var user
  @Environment(\.locale) var locale
  @Environment(\.timeZone) var timeZone
  @Environment(\.colorScheme) var colorScheme
  @Environment(\.size) var size

  var urlPath: String? { "/about" }

  var body: some View {
    List {
      Section("Your browser says") {
        fact("Language", locale)
        fact("Time zone", timeZone)
        fact("Appearance", colorScheme.rawValue)
        fact("Size", "\(Int(size.width)) × \(Int(size.height))")
      }
      Section("The server says") {
        fact("You are", user.id)
      }
      Button("Your windows") { self.openWindow("windows", policy: .reuse) }.id("windows")
    }
    .navigationTitle("This window")
  }

  private func fact(_ name: String, _ value: String) -> some View {
    HStack {
      Text(name)
      Spacer()
      Text(value).foregroundStyle(.secondary)
    }
  }
}
