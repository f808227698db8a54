import Oriel

/// One exhibit: a screen, or the start of a flow.
struct Exhibit: Identifiable, Sendable {
  let id: String
  let title: String
  let summary: String
  /// Why an author would want it.
  let why: String
  /// The path of its source file below `Sources/Gallery`.
  let code: String
  /// The address of its own windows; `nil` if it is shown in the catalogue's window.
  let address: String?
  /// What to try in its own windows.
  let steps: [String]
  let makeModel: @Sendable () -> any NavigationModel

  init(
    _ id: String, _ title: String, _ summary: String, why: String, code: String,
    model: @escaping @Sendable () -> any NavigationModel
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.why = why
    self.code = code
    address = nil
    steps = []
    makeModel = model
  }

  /// An exhibit that has windows of its own, at this address.
  init(
    _ id: String, _ title: String, _ summary: String, why: String, code: String, at address: String, steps: String...
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.why = why
    self.code = code
    self.address = address
    self.steps = steps
    makeModel = { DoorModel(title: title, summary: summary, address: address) }
  }

  static func named(_ id: String) -> Exhibit? {
    Room.all.lazy.flatMap(\.exhibits).first { $0.id == id }
  }
}

/// The name of an existing exhibit, as it appears in an address.
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
