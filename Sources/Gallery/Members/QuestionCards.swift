import Oriel

extension Card {
  static var questions: [Card] {
    [
      Card("alert", "An alert") { $0.present(.alert(deletion)) },
      Card("dialog", "A dialog, at this card") { $0.present(.confirmationDialog(choice, source: "dialog")) },
      Card("photos", "Up to three photos") { $0.present(.popover(PhotosModel(), source: "photos")) },
      Card("share", "Share the gallery") {
        $0.share(ShareItem(title: "The Gallery", text: "Come and see it.", url: "/"))
      },
    ]
  }

  private static var deletion: AlertState<CardAnswer> {
    AlertState("Delete everything?", message: "Only in words.") {
      ButtonState("Cancel", role: .cancel, action: CardAnswer(text: "Nothing was deleted."))
      ButtonState("Delete", role: .destructive, action: CardAnswer(text: "Everything was deleted."))
    }
  }

  private static var choice: ConfirmationDialogState<CardAnswer> {
    ConfirmationDialogState("Which way?", cancel: ButtonState("Neither", action: CardAnswer(text: "You stay."))) {
      ButtonState("Left", action: CardAnswer(text: "You go left."))
      ButtonState("Right", action: CardAnswer(text: "You go right."))
    }
  }
}

/// Takes photos from the user's machine.
@NavigationModel
final class PhotosModel {
  var names: [String] = []

  var body: some View {
    VStack(alignment: .leading) {
      FileField("Photos", types: ["image/*"], allowsMultiple: true) { files in
        self.names = files.prefix(3).map(\.name)
      }
      .id("photos")
      ForEach(names, id: \.self) { Label($0, systemImage: "checkmark") }
    }
    .navigationTitle("Photos")
  }
}
