import Logging
import Oriel
import OrielDocument

/// The uploads in progress. Confined to the hub.
final class IncomingFiles {
  let store: any FileStore
  /// Of all hubs.
  let counts: VisitorCounts
  private let logger: Logger
  private let scheduler: any Scheduler
  private var lines = LineLimit()
  private(set) var count = 0
  /// Those whose pages can go on with them after a cut connection, by their users and the keys that the pages have chosen.
  private var resumable: [ScalarKey: IncomingFile] = [:]

  init(_ store: any FileStore, _ counts: VisitorCounts, _ logger: Logger, _ scheduler: any Scheduler) {
    self.store = store
    self.counts = counts
    self.logger = logger
    self.scheduler = scheduler
  }

  /// Writes a line once a minute for each level.
  func log(_ level: Logger.Level, _ line: String, about user: User) {
    guard let repeats = lines.admit("\(level)", now: scheduler.now) else { return }
    logger.log(level: level, "\(line)\(repeats.words)", metadata: ["user": "\(user.id)"])
  }

  /// - Returns: Whether there was room for one more.
  func begin(of sender: FileSender, size: Int, _ limits: HubLimits) -> Bool {
    guard counts.beginUpload(of: ScalarKey(sender.user.id), from: sender.network, size: size, limits) else {
      return false
    }
    count += 1
    return true
  }

  func ended(of sender: FileSender, size: Int) {
    count -= 1
    counts.endUpload(of: ScalarKey(sender.user.id), from: sender.network, size: size)
  }

  // MARK: Going on

  func resumable(_ key: String, of user: User) -> IncomingFile? { resumable[Self.name(key, user)] }

  /// - Returns: Whether its page can go on with it; not beyond the limit.
  func keep(_ file: IncomingFile, _ key: String, of user: User, _ limits: HubLimits) -> Bool {
    guard resumable.count < limits.resumableUploads else { return false }
    resumable[Self.name(key, user)] = file
    return true
  }

  func forget(_ file: IncomingFile, _ key: String, of user: User) {
    if resumable[Self.name(key, user)] === file { resumable[Self.name(key, user)] = nil }
  }

  func schedule(after milliseconds: Int64, _ action: @escaping () -> Void) -> ScheduledTimer {
    scheduler.schedule(after: max(0, milliseconds), action)
  }

  var now: Int64 { scheduler.now }

  private static func name(_ key: String, _ user: User) -> ScalarKey { ScalarKey("\(user.id)\n\(key)") }
}

/// The user and the network that a file comes from.
struct FileSender {
  let user: User
  let network: RemoteNetwork
}

/// The description of a file, known before its first byte.
package struct FileDescription: Equatable, Sendable {
  package var name: String
  package var type: String
  package var size: Int

  package init(name: String, type: String, size: Int) {
    self.name = name
    self.type = type
    self.size = size
  }
}

/// The reason why a file is refused.
package enum UploadRefusal: Error, Equatable {
  /// No field in a window of this user has this ticket, or not any more.
  case unknownTicket
  case tooLarge(limit: Int)
  /// Too many uploads at the same time.
  case tooMany
  /// Another request goes on with this upload, or it has another number of bytes than this one begins at.
  case outOfStep
  case noRoom
  case failed
}

/// An upload, from a page to the disk, piece by piece. Confined to the hub.
package final class IncomingFile {
  /// The id that its page uses in the `files` event.
  package let id: String
  private let description: FileDescription
  private let sender: FileSender
  private let upload: Upload
  private let writer: any FileWriter
  private let files: IncomingFiles
  /// Chosen by a page that can go on with it.
  private var key: String?
  /// Passes on its bytes; `nil` between two requests.
  private weak var reader: AnyObject?
  /// Ends the time in which its page can go on with it.
  private var timer: ScheduledTimer?
  /// The bytes that are written.
  package private(set) var count = 0
  /// When it began, on the hub's clock.
  private let begin: Int64
  /// When it is discarded if its page does not come back.
  private var patienceEnds: Int64 = 0
  /// Waits for the step that is underway, which a cancelled writer does not answer.
  private var waiting: ((UploadRefusal?) -> Void)?
  private var isUnderway = true
  private var isCancelled = false

  init(
    _ id: String, _ description: FileDescription, key: String?, of sender: FileSender, upload: Upload, window: WindowID,
    files: IncomingFiles, _ limits: HubLimits
  ) {
    self.id = id
    self.description = description
    self.sender = sender
    self.upload = upload
    self.files = files
    begin = files.now
    writer = files.store.begin(id, in: window.folder, size: description.size)
    if let key, files.keep(self, key, of: sender.user, limits) { self.key = key }
  }

  /// The number of bytes that are missing.
  package var rest: Int { description.size - count }
  /// Whether it is complete, and its page may name it.
  package var isComplete: Bool { !isUnderway && !isCancelled }

  /// A request begins to pass on its bytes, instead of an earlier one that may not have noticed its end yet.
  package func begin(by reader: AnyObject) {
    timer?.cancel()
    self.reader = reader
  }

  package func isRead(by reader: AnyObject) -> Bool { self.reader === reader }

  /// Whether a request can go on with it now at this number of bytes.
  func canGoOn(at count: Int) -> Bool { isUnderway && waiting == nil && self.count == count }

  /// The page has heard that it is complete.
  package func heard() {
    guard let key else { return }
    timer?.cancel()
    timer = files.schedule(after: Self.patience) { [files, sender, weak self] in
      if let self { files.forget(self, key, of: sender.user) }
    }
  }

  /// How long an upload waits for its page to come back, in milliseconds, and the bytes that must come in each millisecond from
  /// its beginning on for that: as many as within one connection.
  private static let patience: Int64 = 60_000
  private static let bytesPerMillisecond: Int64 = 4

  /// A request has ended before its answer. The page may come back; otherwise the file is discarded. Bytes bring time in
  /// proportion, so that an upload that drips ends.
  package func pause() {
    guard key != nil, !isCancelled, upload.isOpen else { return cancel() }
    reader = nil
    timer?.cancel()
    let earned = begin + Self.patience + Int64(count) / Self.bytesPerMillisecond
    patienceEnds = min(files.now + Self.patience, earned)
    waitForPage()
  }

  private func waitForPage() {
    timer = files.schedule(after: patienceEnds - files.now) { [self] in
      guard waiting != nil else { return cancel() }
      // A slow disk is still at its last step.
      patienceEnds = files.now + 1000
      waitForPage()
    }
  }

  /// Writes the next bytes. Continue when `then` is called without a refusal; otherwise call `cancel`.
  package func receive(_ bytes: UnsafeRawBufferPointer, then: @escaping (UploadRefusal?) -> Void) {
    if let refusal = refusalOfStep { return then(refusal) }
    waiting = then
    let size = bytes.count
    writer.write(Array(bytes)) { [self] error in
      if error == nil { count += size }
      answer(error.map(refusal))
    }
  }

  /// Completes the file. When `then` is called, it is durable, and its page may name it.
  package func finish(then: @escaping (UploadRefusal?) -> Void) {
    if let refusal = refusalOfStep { return then(refusal) }
    waiting = then
    writer.finish { [self] result in
      guard !isCancelled else { return }
      switch result {
      case .success(let path) where upload.isOpen:
        end()
        heard()
        files.store.delete(upload.received(UploadedFile(description, path: path), as: id).map(\.path))
        answer(nil)
      case .success: answer(.unknownTicket)
      case .failure(let error): answer(refusal(error))
      }
    }
  }

  /// Why no step can begin now; `nil` if one can.
  private var refusalOfStep: UploadRefusal? {
    guard upload.isOpen, !isCancelled else { return .unknownTicket }
    return waiting == nil ? nil : .outOfStep
  }

  private func answer(_ refusal: UploadRefusal?) {
    let waiting = waiting
    self.waiting = nil
    waiting?(refusal)
  }

  /// Discards the file, unless a model already has it. Its page will not be told.
  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    timer?.cancel()
    if let key { files.forget(self, key, of: sender.user) }
    if isUnderway {
      end()
      writer.cancel()
    } else if let file = upload.withdraw(id) {
      files.store.delete([file.path])
    }
    answer(.unknownTicket)
  }

  private func end() {
    isUnderway = false
    files.ended(of: sender, size: description.size)
  }

  private func refusal(_ error: FileError) -> UploadRefusal {
    switch error {
    case .noRoom:
      files.log(.warning, "No room for a file of \(description.size) bytes", about: sender.user)
      return .noRoom
    case .failed(let reason):
      files.log(.error, "A file can't be stored: \(reason)", about: sender.user)
      return .failed
    }
  }
}

extension UploadedFile {
  fileprivate init(_ description: FileDescription, path: String) {
    self.init(name: description.name, size: description.size, type: description.type, path: path)
  }
}
