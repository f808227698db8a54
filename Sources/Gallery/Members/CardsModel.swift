import Oriel

/// A list of cards. When presented, it can be closed.
@NavigationModel
final class CardsModel {
  let list: CardList
  /// The last answer.
  var answer: String?
  @Environment(Membership.self) var membership

  init(list: CardList) {
    self.list = list
  }

  var urlPath: String? { "/\(list.rawValue)" }

  var body: some View {
    List {
      if let subtitle = list.subtitle { Text(subtitle).foregroundStyle(.secondary) }
      Section {
        ForEach(list.cards) { card in
          Button(card.title) { try await card.perform(self) }.navigationSource(id: card.id).id("do")
        }
      }
      if let text = answer ?? (root as? MembersModel)?.outcome { Text(text).foregroundStyle(.secondary).id("answer") }
    }
    .toolbar {
      if isPresented { Button("Close", systemImage: "xmark") { self.dismissSelf() }.id("close") }
    }
    .navigationTitle(list.title)
  }

  func receive(_ message: any NavigationMessage, from child: any NavigationModel) {
    switch message {
    case let message as CardAnswer: answer = message.text
    case is SignOutConfirmed: membership.isSignedIn = false
    default: break
    }
  }
}

/// The choice, in words.
struct CardAnswer: NavigationMessage, Codable {
  let text: String
}
