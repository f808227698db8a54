import Oriel

/// Every kind of layer, and how the presenter learns that it has closed.
@NavigationModel
final class DismissalsModel {
  var text = "Nothing has been dismissed."
  var isPushed = false
  /// A pushed screen has no callback when it closes, but its property changes.
  var wasPushed = false

  func start() {
    push(isPresented: \.isPushed) { PassingModel(title: "Pushed") }
    observe { self.follow(isPushed: self.isPushed) }
  }

  private func follow(isPushed: Bool) {
    if wasPushed, !isPushed { text = "Drill-down dismissed" }
    wasPushed = isPushed
  }

  var body: some View {
    List {
      Section {
        Text(text).id("text")
      }
      Section {
        Button("Alert") { self.show("Alert") { .alert(AlertState("An alert"), onDismiss: $0) } }.id("alert")
        Button("Dialog") { self.show("Dialog") { .confirmationDialog(Self.dialog, source: "dialog", onDismiss: $0) } }
          .navigationSource(id: "dialog").id("dialog")
        Button("Sheet") { self.show("Sheet") { .managedSheet(PassingModel(title: "A sheet"), onDismiss: $0) } }.id(
          "sheet")
        Button("Cover") { self.show("Cover") { .managedCover(PassingModel(title: "A cover"), onDismiss: $0) } }.id(
          "cover")
        Button("Popover") {
          self.show("Popover") { .popover(PassingModel(title: "A popover"), source: "popover", onDismiss: $0) }
        }
        .navigationSource(id: "popover").id("popover")
        Button("Drill-down") { self.isPushed = true }.id("drill-down")
      } footer: {
        Text(isPushed ? "The drill-down shows." : "The drill-down does not show.")
      }
    }
    .navigationTitle("Dismissals")
  }

  private func show(_ kind: String, _ make: (@escaping (DismissReason) -> Void) -> Presentation) {
    text = "The \(kind.lowercased()) shows."
    present(make { reason in self.text = "\(kind) dismissed: \(reason.rawValue)" })
  }

  private static var dialog: ConfirmationDialogState<Never> { ConfirmationDialogState("A dialog") {} }
}

/// Stays until it is closed.
@NavigationModel
final class PassingModel {
  let title: String

  init(title: String) {
    self.title = title
  }

  var body: some View {
    List {
      Button("Dismiss") { self.back() }.buttonStyle(.borderedProminent).id("dismiss")
      Button("Another in its place") { self.replacePresented(.managedSheet(PassingModel(title: "Another"))) }.id(
        "replace")
    }
    .navigationTitle(title)
  }
}
