import Oriel

/// Where the files are kept that users send, in folders of few: one for each window. Used on the hub only; nothing makes
/// it wait for a disk, and every answer comes on the hub.
///
/// Names are in letters that every file system takes.
package protocol FileStore: AnyObject, Sendable {
  /// A new file of `size` bytes. Whether there is room for it shows with its first piece.
  func begin(_ name: String, in folder: String, size: Int) -> any FileWriter

  /// Deletes single files.
  func remove(_ paths: [String])

  /// Deletes a folder with its files; costs nothing where there is none.
  func removeAll(in folder: String)

  /// The folders from before this store was made.
  func formerFolders(then: @escaping ([String]) -> Void)
}

/// One file on its way. One call at a time; each is answered once, but not after `cancel`.
package protocol FileWriter: AnyObject {
  func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void)

  /// It is whole. Answers its path when it is durable.
  func finish(then: @escaping (Result<String, FileError>) -> Void)

  /// Deletes what was written.
  func cancel()
}

package enum FileError: Error, Equatable, Sendable {
  /// The window has too many files already, or the disk.
  case noRoom
  case failed(String)
}

/// Where no file can be kept.
package final class NoFileStore: FileStore, FileWriter {
  package init() {}

  package func begin(_ name: String, in folder: String, size: Int) -> any FileWriter { self }
  package func remove(_ paths: [String]) {}
  package func removeAll(in folder: String) {}
  package func formerFolders(then: @escaping ([String]) -> Void) { then([]) }

  package func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void) { then(.noRoom) }
  package func finish(then: @escaping (Result<String, FileError>) -> Void) { then(.failure(.noRoom)) }
  package func cancel() {}
}

extension WindowID {
  /// Where its files are.
  package var folder: String {
    let name = PercentEncoding.encode(rawValue)
    return name.utf8.first == UInt8(ascii: ".") ? "%2E" + name.dropFirst() : name
  }

  init?(folder: String) {
    guard let id = PercentEncoding.decode(folder[...]) else { return nil }
    self.init(id)
  }
}
