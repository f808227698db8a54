import Foundation
import Oriel
import OrielHub

/// The files of a test's server, in a real folder that is deleted with it. Every call completes at once.
package final class TestFolder: FileStore, @unchecked Sendable {
  // Guard: used on the hub of one test only.
  package private(set) var path = ""
  /// Whether files are completed only with `completeHeld`, as by a slow disk.
  package var holdsEnds = false
  fileprivate var heldEnds: [() -> Void] = []

  package init() {}

  deinit {
    if !path.isEmpty { delete([path]) }
  }

  /// The stored files, as `window/file`.
  package var all: [String] { windows.flatMap { window in names(in: "\(path)/\(window)").map { "\(window)/\($0)" } } }

  package func completeHeld() {
    let held = heldEnds
    heldEnds = []
    for end in held { end() }
  }

  package func begin(_ name: String, in folder: String, size: Int) -> any FileWriter {
    if path.isEmpty { path = NSTemporaryDirectory() + "oriel-test-\(UUID())" }
    return TestFileWriter(folder: "\(path)/\(folder)", name: name, of: self)
  }

  package func open(_ path: String) async -> (any FileReader)? {
    FileManager.default.contents(atPath: path).map(TestFileReader.init)
  }

  package func delete(_ paths: [String]) {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }

  package func deleteAll(in folder: String) {
    if !path.isEmpty { delete(["\(path)/\(folder)"]) }
  }

  package func formerFolders() async -> [String] { windows }

  private var windows: [String] { path.isEmpty ? [] : names(in: path) }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
  }
}

private final class TestFileReader: FileReader {
  private let content: Data

  init(_ content: Data) { self.content = content }

  var size: Int { content.count }
  var version: String { "\(content.hashValue)" }

  func body(_ range: Range<Int>) -> any BodySource { TestFileBody(Array(content[range])) }
}

private final class TestFileBody: BodySource, @unchecked Sendable {
  // Guard: used on the hub of one test only.
  private var content: [UInt8]

  init(_ content: [UInt8]) { self.content = content }

  func next(for payer: (any WorkPayer)?, _ then: @escaping (BodyPiece) -> Void) {
    let piece = content
    content = []
    then(piece.isEmpty ? .end : .bytes(piece))
  }

  func cancel() {}
}

private final class TestFileWriter: FileWriter {
  private let folder: String
  private let path: String
  private var content = Data()
  private weak var store: TestFolder?
  private var isCancelled = false

  init(folder: String, name: String, of store: TestFolder) {
    self.folder = folder
    self.store = store
    path = "\(folder)/\(name)"
  }

  func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void) {
    content += bytes
    then(nil)
  }

  func finish(then: @escaping (Result<String, FileError>) -> Void) {
    guard store?.holdsEnds == true else { return complete(then: then) }
    store?.heldEnds.append { [self] in if !isCancelled { complete(then: then) } }
  }

  private func complete(then: @escaping (Result<String, FileError>) -> Void) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try content.write(to: URL(fileURLWithPath: path), options: .withoutOverwriting)
      then(.success(path))
    } catch {
      then(.failure(.failed("\(error)")))
    }
  }

  func cancel() {
    isCancelled = true
    try? FileManager.default.removeItem(atPath: path)
  }
}
