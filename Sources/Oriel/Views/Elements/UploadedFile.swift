import Synchronization

/// A file that a user has sent.
///
/// The server keeps it as long as the window it came through: over reloads, restarts and sleep, like the window's state,
/// so that a model may hold it in a stored property. With the window it is deleted. Whoever needs it longer moves it
/// elsewhere; whoever is done with it earlier deletes it. A page that was duplicated shows the same files, which still
/// end with the first window.
public struct UploadedFile: Identifiable, Hashable, Sendable {
  /// As the user's machine calls it. Never a path, but nothing to be trusted either.
  public let name: String
  /// In bytes.
  public let size: Int
  /// A media type, as the page says it: nobody has looked at what the file holds.
  public let type: String
  /// Where the server keeps it: to be read, moved or deleted, with `FileManager` say.
  public let path: String

  /// Tells it from all others: the last part of its path.
  public var id: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The server makes them; make one to test a handler.
  public init(name: String, size: Int, type: String, path: String) {
    self.name = name
    self.size = size
    self.type = type
    self.path = path
  }
}

/// Saved with its place below the folder of all files, which may be elsewhere when the server starts again.
extension UploadedFile: Codable {
  /// The folder of the files of this process's server, if it has one.
  package static let folder = Mutex<String?>(nil)

  private enum CodingKeys: CodingKey { case name, size, type, place, path }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decode(String.self, forKey: .name)
    size = try values.decode(Int.self, forKey: .size)
    type = try values.decode(String.self, forKey: .type)
    if let place = try values.decodeIfPresent(String.self, forKey: .place) {
      path = Self.folder.withLock { $0.map { "\($0)/\(place)" } ?? place }
    } else {
      path = try values.decode(String.self, forKey: .path)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(name, forKey: .name)
    try values.encode(size, forKey: .size)
    try values.encode(type, forKey: .type)
    if let folder = Self.folder.withLock({ $0 }), path.utf8.starts(with: "\(folder)/".utf8) {
      try values.encode(String(path.dropFirst(folder.count + 1)), forKey: .place)
    } else {
      try values.encode(path, forKey: .path)
    }
  }
}
