import Oriel

/// The store of uploaded files, with a folder for each window. Used on the hub only; it never waits for a disk, and
/// every answer arrives on the hub.
///
/// Names use only characters that every file system accepts.
package protocol FileStore: AnyObject, Sendable {
  /// Begins a file of `size` bytes. Writing its first piece fails if there is no room.
  func begin(_ name: String, in folder: String, size: Int) -> any FileWriter

  /// Opens a file of any folder to read it; `nil` if it can't be.
  func open(_ path: String) async -> (any FileReader)?

  /// Deletes single files.
  func delete(_ paths: [String])

  /// Deletes a folder with its files, if it exists.
  func deleteAll(in folder: String)

  /// The folders that existed before this store was created.
  func formerFolders() async -> [String]
}

/// A file being written. Make one call at a time; each is answered once, but not after `cancel`.
package protocol FileWriter: AnyObject {
  func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void)

  /// Completes the file. Answers with its path when it is durable.
  func finish(then: @escaping (Result<String, FileError>) -> Void)

  /// Deletes the written part.
  func cancel()
}

/// An open file, which is closed when nothing holds it any more.
package protocol FileReader: AnyObject, Sendable {
  /// In bytes.
  var size: Int { get }
  /// Another text whenever the file may have another content.
  var version: String { get }

  /// The content between two offsets, which are within the size.
  func body(_ range: Range<Int>) -> any BodySource
}

package enum FileError: Error, Equatable, Sendable {
  /// The window's limit of files is reached, or the disk is full.
  case noRoom
  case failed(String)
}

/// A store that accepts no files.
package final class NoFileStore: FileStore, FileWriter {
  package init() {}

  package func begin(_ name: String, in folder: String, size: Int) -> any FileWriter { self }
  package func open(_ path: String) async -> (any FileReader)? { nil }
  package func delete(_ paths: [String]) {}
  package func deleteAll(in folder: String) {}
  package func formerFolders() async -> [String] { [] }

  package func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void) { then(.noRoom) }
  package func finish(then: @escaping (Result<String, FileError>) -> Void) { then(.failure(.noRoom)) }
  package func cancel() {}
}

extension WindowID {
  /// The window's folder of files.
  package var folder: String {
    let name = PercentEncoding.encode(rawValue)
    return name.utf8.first == UInt8(ascii: ".") ? "%2E" + name.dropFirst() : name
  }

  init?(folder: String) {
    guard let id = PercentEncoding.decode(folder[...]) else { return nil }
    self.init(id)
  }
}
