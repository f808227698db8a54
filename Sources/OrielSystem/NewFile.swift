import Glibc
import OrielHub
import Synchronization

/// A file that is being written. Its functions make blocking system calls, so they run outside the loop.
struct NewFile: Sendable {
  let folder: String
  let name: String
  let size: Int
  let room: FileRoom
  let lock: FolderLock

  private var path: String { "\(folder)/\(name)" }
  private var unfinished: String { path + lock.run.suffix }

  private func open() throws(FileError) -> Int32 {
    try lock.make()
    // Retried once if the empty folder was deleted in between.
    for _ in 0..<2 {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .system("The folder can't be created") }
      if lock.isOfNodes { try mark() }
      try findRoom()
      let descriptor = Glibc.open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return descriptor }
      guard errno == ENOENT else { break }
    }
    throw .system("The file can't be created")
  }

  /// Tells nodes that start that the folder's window may be in the memory of this one, and in no store.
  private func mark() throws(FileError) {
    let descriptor = Glibc.open("\(folder)/\(lock.run.mark)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    // The folder may have been deleted in between.
    guard descriptor >= 0 || errno == ENOENT else { throw .system("The folder can't be marked") }
    if descriptor >= 0 { close(descriptor) }
  }

  private func findRoom() throws(FileError) {
    guard lock.announced.add(size, as: unfinished, in: folder, if: { (freeInFolder, free) }) else { throw .noRoom }
  }

  private var freeInFolder: Int {
    room.perFolder
      - Directory.entries(of: folder).reduce(0) { sum, name in
        var status = stat()
        return stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
      }
  }

  private var free: Int {
    var disk = statvfs()
    return statvfs(folder, &disk) == 0 ? Int(disk.f_bavail) * Int(disk.f_frsize) - room.keptFree : .max
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
    lock.announced.wrote(bytes.count, of: unfinished)
  }

  /// Renames the file once all of it is on disk, so that it survives a power failure.
  func complete(_ descriptor: inout Int32?) throws(FileError) -> String {
    guard fsync(try opened(&descriptor)) == 0 else { throw .system("The file can't be written") }
    guard rename(unfinished, path) == 0 else { throw .system("The file can't be renamed") }
    lock.announced.end(unfinished)
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
    lock.announced.end(unfinished)
    unlink(unfinished)
    unlink(path)
    // This fails, as it should, if the folder contains anything else.
    rmdir(folder)
  }
}

extension FileError {
  static func system(_ what: String) -> FileError {
    switch errno {
    case ENOSPC, EDQUOT, EFBIG: .noRoom
    default: .failed("\(what): \(String(cString: strerror(errno)))")
    }
  }
}

/// The bytes that unfinished files have announced and not written yet. Room that they will take is not free.
final class AnnouncedBytes: Sendable {
  private struct File {
    let folder: String
    var bytes: Int
  }

  private let files = Mutex<[String: File]>([:])

  /// Adds a file if there is room for it.
  ///
  /// - Parameter room: The bytes that are free in the folder and on the disk, with nothing else added meanwhile.
  func add(
    _ bytes: Int, as name: String, in folder: String, if room: @Sendable () -> (folder: Int, disk: Int)
  ) -> Bool {
    files.withLock { files in
      files[name] = nil
      let free = room()
      let all = files.values.reduce(0) { $0 + $1.bytes }
      let ofFolder = files.values.reduce(0) { $1.folder == folder ? $0 + $1.bytes : $0 }
      guard bytes <= free.folder - ofFolder, bytes <= free.disk - all else { return false }
      files[name] = File(folder: folder, bytes: bytes)
      return true
    }
  }

  func wrote(_ bytes: Int, of name: String) {
    files.withLock { if let file = $0[name] { $0[name]?.bytes = max(0, file.bytes - bytes) } }
  }

  func end(_ name: String) { files.withLock { $0[name] = nil } }
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
