import Oriel

/// All exhibits, room by room.
@NavigationModel
final class CatalogueModel {
  var search = ""

  var urlPath: String? { "/catalogue" }

  var body: some View {
    let rooms = Room.matching(search)
    List {
      Section {
        TextField("Search", text: bind(\.search), prompt: "A word or two").id("search")
      }
      ForEach(rooms) { room in
        Section(room.title) {
          ForEach(room.exhibits) { exhibit in self.row(exhibit) }
        }
      }
      if rooms.isEmpty { Text("Nothing here is called “\(search)”.").foregroundStyle(.secondary) }
    }
    .id("rooms")
    .navigationTitle("Catalogue")
  }

  private func row(_ exhibit: Exhibit) -> some View {
    NavigationLink(to: ExhibitPage(id: ExhibitID(exhibit))) {
      VStack(alignment: .leading, spacing: 2) {
        Text(exhibit.title)
        Text(exhibit.summary).font(.caption).foregroundStyle(.secondary)
      }
    }
    .id("show")
    .contextMenu {
      Button("About “\(exhibit.title)”") { self.present(.managedSheet(AboutExhibitModel(exhibit: ExhibitID(exhibit)))) }
      Button("Open in a new window") { self.openWindow("exhibit", value: ExhibitID(exhibit)) }
    }
  }
}

/// An exhibit in a few words.
@NavigationModel
final class AboutExhibitModel {
  let exhibit: ExhibitID

  init(exhibit: ExhibitID) {
    self.exhibit = exhibit
  }

  var body: some View {
    List {
      Text(Exhibit.named(exhibit.rawValue)?.summary ?? "")
      Button("Open it in a window of its own") { self.openWindow("exhibit", value: self.exhibit) }.id("open")
      Button("Done") { self.dismissSelf() }.buttonStyle(.borderedProminent).id("done")
    }
    .navigationTitle(Exhibit.named(exhibit.rawValue)?.title ?? "")
  }
}
