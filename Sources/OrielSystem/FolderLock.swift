import Glibc
import OrielHub
import Synchronization

/// A server's folder, which this process locks until it ends: for itself, or as one of several nodes.
final class FolderLock: Sendable {
  /// Of all loops of the process.
  let announced = AnnouncedBytes()
  let run = FolderRun()
  let isOfNodes: Bool
  private let path: String
  /// What holds the locks.
  private let descriptors = Mutex<[Int32]>([])

  init(_ path: String, isOfNodes: Bool = false) {
    (self.path, self.isOfNodes) = (path, isOfNodes)
  }

  deinit { for held in descriptors.withLock({ $0 }) { close(held) } }

  /// Creates the folder if there is none, and locks it.
  func make() throws(FileError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("\(path) can't be created") }
    if let error = lock() { throw error }
  }

  func lock() -> FileError? {
    descriptors.withLock { held in
      guard held.isEmpty else { return nil }
      guard let descriptor = open(".lock") else { return .system("\(path) can't be used") }
      guard flock(descriptor, (isOfNodes ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
        let error =
          errno == EWOULDBLOCK
          ? FileError.failed("\(path) is used by another server\(isOfNodes ? " without --node-address" : "")")
          : .system("\(path) can't be locked")
        close(descriptor)
        return error
      }
      held = [descriptor]
      guard isOfNodes else { return nil }
      guard let mark = lockMark() else {
        let error = FileError.system("\(path) can't be used")
        close(descriptor)
        held = []
        return error
      }
      held.append(mark)
      return nil
    }
  }

  /// Shows other nodes that this one lives.
  private func lockMark() -> Int32? {
    while let descriptor = open(run.mark) {
      guard flock(descriptor, LOCK_EX) == 0 else {
        close(descriptor)
        return nil
      }
      // A node that has just started may have taken it for that of a dead one, and deleted it.
      if isStillThere(descriptor) { return descriptor }
      close(descriptor)
    }
    return nil
  }

  private func isStillThere(_ descriptor: Int32) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat("\(path)/\(run.mark)", &named) == 0 && own.st_ino == named.st_ino
      && own.st_dev == named.st_dev
  }

  /// Whether the process of a run lives, at this moment. One that does not never will again; its mark is deleted.
  func isLiving(_ run: FolderRun) -> Bool {
    if run == self.run { return true }
    let descriptor = Glibc.open("\(path)/\(run.mark)", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return errno != ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return true }
    unlink("\(path)/\(run.mark)")
    return false
  }

  /// Deletes the marks of processes that have ended.
  func tidyMarks() { for run in Directory.entries(of: path).compactMap(FolderRun.init(mark:)) { _ = isLiving(run) } }

  private func open(_ name: String) -> Int32? {
    let descriptor = Glibc.open("\(path)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// The run of a process, as the names of its files say it.
struct FolderRun: Hashable {
  private let name: String

  init() { name = String(UInt64.random(in: .min ... .max), radix: 36) }

  init?(mark: String) {
    guard mark.hasPrefix("."), mark.hasSuffix(".run") else { return nil }
    name = String(mark.dropFirst().dropLast(4))
  }

  /// - Parameter file: The name of a file that is not complete.
  init?(unfinished file: String) {
    guard file.hasSuffix(".part"), let name = file.dropLast(5).split(separator: ".").last else { return nil }
    self.name = String(name)
  }

  /// The file that it has locked, and that marks the folders it has made.
  var mark: String { ".\(name).run" }

  /// What the name of its files ends with until they are complete.
  var suffix: String { ".\(name).part" }
}
