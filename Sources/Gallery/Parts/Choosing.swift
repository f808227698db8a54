import Oriel

/// Names that are looked up as one types, and a list that a search narrows.
@NavigationModel
final class ChoosingModel {
  struct Town: Codable, Hashable, Identifiable {
    let id: String
    let country: String
  }

  enum Scope: String, Codable { case all, abroad }

  var home: Town?
  var stops: [Town] = []
  var search = ""
  var scope = Scope.all
  @Transient var towns = Suggestions { text in
    try await Task.sleep(for: .milliseconds(120))
    return ChoosingModel.known.filter { $0.id.lowercased().contains(text.lowercased()) }
  }

  static let known = [
    ("Basel", "Switzerland"), ("Bergen", "Norway"), ("Berlin", "Germany"), ("Bern", "Switzerland"),
    ("Bordeaux", "France"), ("Bremen", "Germany"), ("Brescia", "Italy"), ("Bruges", "Belgium"), ("Brussels", "Belgium"),
  ].map(Town.init)

  var body: some View {
    Form {
      ComboBox("Home", selection: bind(\.home), suggestions: towns, prompt: "Type “ber”", detail: { $0.country }) {
        $0.id
      }
      .id("home")
      ComboBox("Stops", selection: bind(\.stops), suggestions: towns) { $0.id }.id("stops")
    }
    List {
      ForEach(found) { town in LabeledContent(town.id, value: town.country) }
      if found.isEmpty { Text("No town fits.").foregroundStyle(.secondary) }
    }
    .searchable(text: bind(\.search), prompt: "Search towns")
    .searchScopes(bind(\.scope)) {
      Text("All").tag(Scope.all)
      Text("Abroad").tag(Scope.abroad)
    }
    .navigationTitle("Choosing from many")
  }

  private var found: [Town] {
    Self.known.filter {
      (search.isEmpty || $0.id.lowercased().contains(search.lowercased()))
        && (scope == .all || $0.country != "Switzerland")
    }
  }
}
