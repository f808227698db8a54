import Oriel

/// Something to do, shown as a card in a list.
struct Card: Identifiable {
  let id: String
  let title: String
  let perform: (CardsModel) async throws -> Void

  init(_ id: String, _ title: String, perform: @escaping (CardsModel) async throws -> Void) {
    self.id = id
    self.title = title
    self.perform = perform
  }
}

/// The lists of cards, by their names in addresses.
enum CardList: String, Codable, CaseIterable {
  case commands, layers, questions, stack, addresses, flows

  var title: String {
    switch self {
    case .commands: "Commands"
    case .layers: "Layers"
    case .questions: "Questions"
    case .stack: "Stack"
    case .addresses: "Addresses"
    case .flows: "Flows"
    }
  }

  var subtitle: String? {
    switch self {
    case .layers: "Each layer shows these commands again, so layers can be stacked without end."
    case .stack: "Everything you can do to a path."
    default: nil
    }
  }

  var cards: [Card] {
    switch self {
    case .commands: Card.commands
    case .layers: Card.layers
    case .questions: Card.questions
    case .stack: Card.stack
    case .addresses: Card.addresses
    case .flows: Card.flows
    }
  }
}
