import Oriel

// A path takes any destination. The types in it need not know about one another.

struct NumberPlace: NavigationDestination {
  var number: Int

  func makeModel() -> any NavigationModel { MixedPathsModel(title: "Number \(number)", next: .word) }
}

struct WordPlace: NavigationDestination {
  var word: String

  func makeModel() -> any NavigationModel { MixedPathsModel(title: "Word “\(word)”", next: .answer) }
}

struct AnswerPlace: NavigationDestination {
  var answer: Bool

  func makeModel() -> any NavigationModel { MixedPathsModel(title: answer ? "Yes" : "No", next: .number) }
}

/// A number, then a word, then an answer, then a number again.
@NavigationModel
final class MixedPathsModel {
  enum Kind: String, Codable { case number, word, answer }

  let title: String
  let next: Kind

  init(title: String = "Mixed paths", next: Kind = .number) {
    self.title = title
    self.next = next
  }

  var body: some View {
    List {
      switch next {
      case .number: ForEach(1..<4) { NavigationLink("Number \($0)", to: NumberPlace(number: $0)).id("go") }
      case .word:
        ForEach(["Hello", "World"], id: \.self) { NavigationLink("Word “\($0)”", to: WordPlace(word: $0)).id("go") }
      case .answer:
        NavigationLink("Yes", to: AnswerPlace(answer: true)).id("yes")
        NavigationLink("No", to: AnswerPlace(answer: false)).id("no")
      }
      Text("The path is \(depth) deep.").foregroundStyle(.secondary).id("depth")
    }
    .navigationTitle(title)
  }
}
