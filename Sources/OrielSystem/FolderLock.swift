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
    if let error = take() { throw error }
  }

  func take() -> FileError? {
    descriptors.withLock { held in
      guard held.isEmpty else { return nil }
      guard let descriptor = open(".lock") else { return .system("\(path) can't be used") }
      guard flock(descriptor, (isOfNodes ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
        close(descriptor)
        return .failed("\(path) is used by another server\(isOfNodes ? " without --node-address" : "")")
      }
      guard isOfNodes else {
        held = [descriptor]
        return nil
      }
      guard let mark = lockMark() else {
        close(descriptor)
        return .system("\(path) can't be used")
      }
      held = [descriptor, mark]
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
      if access("\(path)/\(run.mark)", F_OK) == 0 { return descriptor }
      close(descriptor)
    }
    return nil
  }

  /// The processes that use the folder now. Deletes the marks of those that have ended.
  func livingRuns() -> [FolderRun] {
    Directory.entries(of: path).compactMap(FolderRun.init(mark:)).filter { $0 != run && isLocked($0.mark) } + [run]
  }

  private func isLocked(_ mark: String) -> Bool {
    guard let descriptor = open(mark) else { return true }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return true }
    unlink("\(path)/\(mark)")
    return false
  }

  private func open(_ name: String) -> Int32? {
    let descriptor = Glibc.open("\(path)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// The run of a process, as the names of its files say it.
struct FolderRun: Equatable {
  private let name: String

  init() { name = String(UInt64.random(in: .min ... .max), radix: 36) }

  init?(mark: String) {
    guard mark.hasPrefix("."), mark.hasSuffix(".run") else { return nil }
    name = String(mark.dropFirst().dropLast(4))
  }

  /// The file that it has locked, and that marks the folders it has made.
  var mark: String { ".\(name).run" }

  /// What the name of its files ends with until they are complete.
  var suffix: String { ".\(name).part" }
}
