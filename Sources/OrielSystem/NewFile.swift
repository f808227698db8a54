import Glibc
import OrielHub
import Synchronization

/// A file that is being written. Its functions make blocking system calls, so they run outside the loop.
struct NewFile: Sendable {
  let folder: String
  let name: String
  /// The suffix of the file's name until it is complete.
  let mark: String
  let size: Int
  let room: FileRoom
  let lock: FolderLock

  private var path: String { "\(folder)/\(name)" }
  private var unfinished: String { path + mark }

  private func open() throws(FileError) -> Int32 {
    try lock.make()
    // Retried once if the empty folder was deleted in between.
    for _ in 0..<2 {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system("The folder can't be created") }
      try findRoom()
      let descriptor = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return descriptor }
      guard errno == ENOENT else { break }
    }
    throw .system("The file can't be created")
  }

  private func findRoom() throws(FileError) {
    let taken = Directory.entries(of: folder).reduce(0) { sum, name in
      var status = stat()
      return stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
    }
    guard size <= room.perFolder - taken else { throw .noRoom }
    var disk = statvfs()
    guard statvfs(folder, &disk) == 0 else { return }
    guard size + room.keptFree <= Int(disk.f_bavail) * Int(disk.f_frsize) else { throw .noRoom }
  }

  /// - Parameter descriptor: The open file; if it is `nil`, the file is created and this is set.
  func write(_ bytes: [UInt8], to descriptor: inout Int32?) throws(FileError) {
    let descriptor = try opened(&descriptor)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
      guard count > 0 || errno == EINTR else { throw .system("The file can't be written") }
      written += max(0, count)
    }
  }

  /// Renames the file once all of it is on disk, so that it survives a power failure.
  func complete(_ descriptor: inout Int32?) throws(FileError) -> String {
    guard fsync(try opened(&descriptor)) == 0 else { throw .system("The file can't be written") }
    guard rename(unfinished, path) == 0 else { throw .system("The file can't be renamed") }
    let directory = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw .system("The folder is gone") }
    defer { close(directory) }
    guard fsync(directory) == 0 else { throw .system("The folder can't be written") }
    if let written = descriptor { close(written) }
    descriptor = nil
    return path
  }

  private func opened(_ descriptor: inout Int32?) throws(FileError) -> Int32 {
    if let descriptor { return descriptor }
    let new = try open()
    descriptor = new
    return new
  }

  func discard(_ descriptor: Int32?) {
    if let descriptor { close(descriptor) }
    unlink(unfinished)
    unlink(path)
    // This fails, as it should, if the folder contains anything else.
    rmdir(folder)
  }
}

extension FileError {
  fileprivate static func system(_ what: String) -> FileError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .noRoom
    default: .failed("\(what): \(String(cString: strerror(errno)))")
    }
  }
}

/// A server's folder, which this process locks until it ends.
final class FolderLock: Sendable {
  private let path: String
  private let descriptor = Mutex<Int32?>(nil)

  init(_ path: String) {
    self.path = path
  }

  deinit { descriptor.withLock { if let held = $0 { close(held) } } }

  /// Creates the folder if there is none, and locks it.
  func make() throws(FileError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("\(path) can't be created") }
    if let error = take() { throw error }
  }

  func take() -> FileError? {
    descriptor.withLock { held in
      guard held == nil else { return nil }
      let descriptor = Glibc.open("\(path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return .system("\(path) can't be used") }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return .failed("\(path) is used by another server")
      }
      held = descriptor
      return nil
    }
  }
}

enum Directory {
  /// Returns the names in a directory, or none if it can't be read.
  static func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
