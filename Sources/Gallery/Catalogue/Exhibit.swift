import Oriel

/// One thing to see: a screen, or where a flow begins.
struct Exhibit: Identifiable, Sendable {
  let id: String
  let title: String
  let summary: String
  let makeModel: @Sendable () -> any NavigationModel

  init(_ id: String, _ title: String, _ summary: String, model: @escaping @Sendable () -> any NavigationModel) {
    self.id = id
    self.title = title
    self.summary = summary
    makeModel = model
  }

  /// One that has windows of its own, at this address.
  init(_ id: String, _ title: String, _ summary: String, at address: String) {
    self.init(id, title, summary) { DoorModel(title: title, summary: summary, address: address) }
  }

  static func named(_ id: String) -> Exhibit? {
    Room.all.lazy.flatMap(\.exhibits).first { $0.id == id }
  }
}

/// An exhibit's name, as an address has it: there is one that is called so.
struct ExhibitID: RawRepresentable, Codable, Hashable, Sendable {
  let rawValue: String

  init?(rawValue: String) {
    guard Exhibit.named(rawValue) != nil else { return nil }
    self.rawValue = rawValue
  }

  init(_ exhibit: Exhibit) { rawValue = exhibit.id }

  func makeModel() -> any NavigationModel { Exhibit.named(rawValue)?.makeModel() ?? CatalogueModel() }
}

/// An exhibit in the catalogue's own tab. In a window of its own it is the scene `exhibit`.
struct ExhibitPage: URLDestination {
  static let path = "/catalogue/:id"
  let id: ExhibitID

  func makeModel() -> any NavigationModel { id.makeModel() }
}
