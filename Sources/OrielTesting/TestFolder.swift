import OrielHub

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of a test's server, in a folder of the machine's own that goes with it. Every call is done at once.
package final class TestFolder: FileStore, @unchecked Sendable {
  // Guard: used on the hub of one test only.
  package private(set) var path = ""

  package init() {}

  deinit {
    guard !path.isEmpty else { return }
    for window in names(in: path) { delete("\(path)/\(window)") }
    rmdir(path)
  }

  /// What is kept, as `window/file`.
  package var all: [String] {
    path.isEmpty ? [] : names(in: path).flatMap { window in names(in: "\(path)/\(window)").map { "\(window)/\($0)" } }
  }

  package func begin(_ name: String, in folder: String, size: Int) -> any FileWriter {
    if path.isEmpty { path = makeTemporary() }
    mkdir("\(path)/\(folder)", 0o700)
    return TestFileWriter("\(path)/\(folder)/\(name)")
  }

  package func remove(_ paths: [String]) {
    for path in paths { unlink(path) }
  }

  package func removeAll(in folder: String) {
    if !path.isEmpty { delete("\(path)/\(folder)") }
  }

  package func formerFolders(then: @escaping ([String]) -> Void) {
    then(path.isEmpty ? [] : names(in: path))
  }

  private func makeTemporary() -> String {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/oriel-test-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? folder
  }

  private func delete(_ folder: String) {
    for file in names(in: folder) { unlink("\(folder)/\(file)") }
    rmdir(folder)
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

private final class TestFileWriter: FileWriter {
  private let path: String
  private var bytes: [UInt8] = []

  init(_ path: String) { self.path = path }

  func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void) {
    self.bytes += bytes
    then(nil)
  }

  func finish(then: @escaping (Result<String, FileError>) -> Void) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { return then(.failure(.failed(String(cString: strerror(errno))))) }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    then(written == bytes.count ? .success(path) : .failure(.failed(String(cString: strerror(errno)))))
  }

  func cancel() { unlink(path) }
}
