import Synchronization

/// A file that a user has uploaded.
///
/// The server keeps the file for as long as its window exists, across reloads, restarts and sleep, so a model can hold
/// it in a stored property. It is deleted with the window. Move it elsewhere to keep it longer, or delete it earlier. A
/// duplicated page shows the same files, which still end with the first window.
public struct UploadedFile: Identifiable, Hashable, Sendable {
  /// The file's name on the user's machine. It is never a path, but don't trust it.
  public let name: String
  /// The size in bytes.
  public let size: Int
  /// The media type claimed by the page. The server doesn't check the content.
  public let type: String
  /// The path of the file on the server. You can read, move or delete the file, with `FileManager` for example.
  public let path: String

  /// The unique id: the last component of its path.
  public var id: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Creates a file, to test a handler. The server creates its own.
  public init(name: String, size: Int, type: String, path: String) {
    self.name = name
    self.size = size
    self.type = type
    self.path = path
  }
}

/// Saved with its path relative to the uploads folder, which may be elsewhere after a restart.
extension UploadedFile: Codable {
  /// The uploads folder of this process's server, if it has one.
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
