/// A part of the Gallery: exhibits that belong together.
struct Room: Identifiable, Sendable {
  let title: String
  let exhibits: [Exhibit]

  var id: String { title }

  static let all: [Room] = [.members, .guide, .forms, .parts, .stack, .control]

  /// The rooms with the exhibits that match a search, without rooms that have none.
  static func matching(_ search: String) -> [Room] {
    let words = search.lowercased().split(separator: " ")
    guard !words.isEmpty else { return all }
    return all.compactMap { room in
      let found = room.exhibits.filter { exhibit in
        let text = "\(room.title) \(exhibit.title) \(exhibit.summary)".lowercased()
        return words.allSatisfy(text.contains)
      }
      return found.isEmpty ? nil : Room(title: room.title, exhibits: found)
    }
  }
}
