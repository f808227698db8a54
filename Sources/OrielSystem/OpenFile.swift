import Glibc
import OrielHub
import OrielTransport

/// A file that is open for reading. Its functions make blocking system calls, so they run outside the loop.
final class OpenFile: Sendable {
  private let descriptor: Int32
  let size: Int
  /// By its place on the disk, its size and the time of its last change.
  let version: String

  /// Opens a regular file, of which the path is no symbolic link; `nil` if there is none.
  init?(_ path: String) {
    // A pipe would keep the open waiting.
    descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    size = Int(status.st_size)
    let changed = Int(status.st_mtim.tv_sec) &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    version = [Int(status.st_ino), size, changed].map { String($0, radix: 36) }.joined(separator: "-")
  }

  deinit { close(descriptor) }

  /// At most this many bytes from an offset on; fewer if the file ends there, or can't be read.
  func read(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        guard read > 0 || read < 0 && errno == EINTR else { return }
        filled += max(0, read)
      }
    }
  }
}

/// Reads an open file on the pool.
final class FolderReader: FileReader, @unchecked Sendable {
  // Guard: used on the loop's thread only.
  private let file: OpenFile
  private let loop: EventLoop

  init(_ file: OpenFile, on loop: EventLoop) {
    self.file = file
    self.loop = loop
  }

  var size: Int { file.size }
  var version: String { file.version }

  func body(_ range: Range<Int>) -> any BodySource { FileBody(file, range, on: loop) }
}

/// A part of an open file, which is read piece by piece.
private final class FileBody: BodySource, @unchecked Sendable {
  // Guard: used on the loop's thread only.
  private let file: OpenFile
  private var rest: Range<Int>
  private let loop: EventLoop
  private var isCancelled = false
  private static let pieceBytes = 64 << 10

  init(_ file: OpenFile, _ range: Range<Int>, on loop: EventLoop) {
    self.file = file
    self.loop = loop
    rest = range
  }

  func next(for payer: (any WorkPayer)?, _ then: @escaping (BodyPiece) -> Void) {
    guard !rest.isEmpty else { return then(.end) }
    let (file, offset, count) = (file, rest.lowerBound, min(rest.count, Self.pieceBytes))
    loop.runAside({ file.read(count, at: offset) }) { [self] bytes in
      guard !isCancelled else { return }
      // The file has become shorter than its head has said.
      guard bytes.count == count else { return then(.failed) }
      rest = rest.dropFirst(count)
      then(.bytes(bytes))
    }
  }

  func cancel() { isCancelled = true }
}
