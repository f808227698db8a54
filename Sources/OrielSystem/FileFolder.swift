import Glibc
import OrielHub
import OrielTransport

/// Stores the files that users send, in folders below one of the server's own.
///
/// An incomplete file has a different name, which identifies files left behind by a killed process. The folder is
/// created with its first file, and is locked, because two servers would delete each other's files. Nodes share it: each
/// marks the folders that it makes, and leaves alone what another one that lives has marked.
package final class FileFolder: FileStore, @unchecked Sendable {
  // Guard: used on the loop's thread only.
  package let path: String
  private let loop: EventLoop
  private let room: FileRoom
  private let lock: FolderLock
  /// The folders that exist. Most windows have none, so no system call is needed when they end. Of nodes, those in which this
  /// one has begun a file.
  package private(set) var folders: Set<String> = []

  /// - Parameter room: The limits on the space that files may take.
  package convenience init(path: String, on loop: EventLoop, room: FileRoom = FileRoom()) {
    self.init(path, loop, room, FolderLock(path))
  }

  /// One folder for several loops of a process.
  ///
  /// - Parameter isOfNodes: Whether other processes use it too, as nodes.
  package static func shared(path: String, by loops: [EventLoop], isOfNodes: Bool = false) -> [FileFolder] {
    let lock = FolderLock(path, isOfNodes: isOfNodes)
    return loops.map { FileFolder(path, $0, FileRoom(), lock) }
  }

  private init(_ path: String, _ loop: EventLoop, _ room: FileRoom, _ lock: FolderLock) {
    self.path = path
    self.loop = loop
    self.room = room
    self.lock = lock
  }

  package func begin(_ name: String, in folder: String, size: Int) -> any FileWriter {
    folders.insert(folder)
    let file = NewFile(folder: "\(path)/\(folder)", name: name, size: size, room: room, lock: lock)
    return FolderWriter(file, on: loop)
  }

  package func open(_ path: String) async -> (any FileReader)? {
    let loop = loop
    let file = await withCheckedContinuation { continuation in
      loop.runAside({ OpenFile(path) }) { continuation.resume(returning: $0) }
    }
    return file.map { FolderReader($0, on: loop) }
  }

  package func delete(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    loop.runAside({ for path in paths { unlink(path) } }, then: {})
  }

  package func deleteAll(in folder: String) {
    guard folders.remove(folder) != nil || lock.isOfNodes else { return }
    let folder = "\(path)/\(folder)"
    loop.runAside({ Self.delete(folder) }, then: {})
  }

  package func formerFolders() async -> [String] {
    let (path, lock) = (path, lock)
    let found = await withCheckedContinuation { continuation in
      loop.runAside({
        // A folder that another server has locked is left alone.
        access(path, F_OK) == 0 && lock.lock() == nil ? Self.tidy(path, lock) : []
      }) { continuation.resume(returning: $0) }
    }
    if !lock.isOfNodes { folders.formUnion(found) }
    return found
  }

  // MARK: On the disk

  /// Deletes files that were never completed, and returns the folders that no living process has made.
  private static func tidy(_ path: String, _ lock: FolderLock) -> [String] {
    // A process that begins meanwhile lives: only what was seen to be dead is remembered.
    var dead: Set<FolderRun> = []
    func isDead(_ run: FolderRun) -> Bool {
      if dead.contains(run) { return true }
      guard !lock.isLiving(run) else { return false }
      dead.insert(run)
      return true
    }
    let folders = Directory.entries(of: path).filter { !$0.hasPrefix(".") }
    let former = folders.filter { folder in
      let files = Directory.entries(of: "\(path)/\(folder)")
      for file in files {
        if let run = FolderRun(unfinished: file), isDead(run) { unlink("\(path)/\(folder)/\(file)") }
      }
      // One of nodes that has no files was made a moment ago, and will be marked.
      return !(lock.isOfNodes && files.isEmpty) && files.compactMap(FolderRun.init(mark:)).allSatisfy(isDead)
    }
    lock.tidyMarks()
    return former
  }

  private static func delete(_ folder: String) {
    for file in Directory.entries(of: folder) { unlink("\(folder)/\(file)") }
    rmdir(folder)
  }
}

/// The limits on the space that files may take, in bytes.
package struct FileRoom: Sendable {
  /// The maximum size of all files in one folder. Each window has its own folder.
  package var perFolder = 1 << 30
  /// The free space to leave on the disk, which also stores the windows.
  package var keptFree = 256 << 20

  package init() {}
}

/// Runs the steps of writing one file on the pool, one after another.
private final class FolderWriter: FileWriter {
  private let file: NewFile
  private let loop: EventLoop
  private var descriptor: Int32?
  private var isBusy = false
  private var isCancelled = false

  init(_ file: NewFile, on loop: EventLoop) {
    self.file = file
    self.loop = loop
  }

  func write(_ bytes: [UInt8], then: @escaping (FileError?) -> Void) {
    step({ (file, descriptor) throws(FileError) in try file.write(bytes, to: &descriptor) }) { result in
      if case .failure(let error) = result { then(error) } else { then(nil) }
    }
  }

  func finish(then: @escaping (Result<String, FileError>) -> Void) {
    step({ (file, descriptor) throws(FileError) in try file.complete(&descriptor) }, then: then)
  }

  func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    if !isBusy { discard() }
  }

  private func step<Value: Sendable>(
    _ body: @escaping @Sendable (NewFile, inout Int32?) throws(FileError) -> Value,
    then: @escaping (Result<Value, FileError>) -> Void
  ) {
    guard !isCancelled, !isBusy else { return }
    isBusy = true
    let (file, known) = (file, descriptor)
    loop.runAside({ () -> (Int32?, Result<Value, FileError>) in
      var descriptor = known
      do throws(FileError) {
        let value = try body(file, &descriptor)
        return (descriptor, .success(value))
      } catch {
        return (descriptor, .failure(error))
      }
    }) { [self] outcome in
      let result = outcome.1
      descriptor = outcome.0
      isBusy = false
      if isCancelled { discard() } else { then(result) }
    }
  }

  private func discard() {
    let (file, descriptor) = (file, descriptor)
    loop.runAside({ file.discard(descriptor) }, then: {})
  }
}
