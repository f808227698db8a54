import Oriel

/// A text field, and a button that leaves.
@NavigationModel
final class EditorModel {
  let title: String
  var text = ""

  init(title: String) {
    self.title = title
  }

  var body: some View {
    Form {
      TextField("Text", text: bind(\.text)).textLimit(200).id("text")
      Button("Save") { self.back() }.buttonStyle(.borderedProminent).id("save")
    }
    .navigationTitle(title)
  }
}

/// A container of our own: three editors, all alive, of which one shows.
@TabsRootNavigationModel
final class SegmentsModel {
  var tabs = ["First", "Second", "Third"].map { TabModel(id: $0, title: $0, model: EditorModel(title: $0)) }
  var selectedTabID = "First"
}
