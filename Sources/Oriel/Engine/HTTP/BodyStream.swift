/// Code has called `write` again before an earlier call had returned. The log shows it with the object.
struct TwoWritesError: Error, CustomStringConvertible {
  var description: String { "BodyWriter.write was called before an earlier call had returned: await each" }
}

/// A body that the app's code makes while it is sent. The code waits where the client does not keep up.
///
/// Each sending is one of these, as the code can run again.
package final class BodyStream: BodySource, WorkPayer, @unchecked Sendable {
  // Guard: used on its hub only.
  package typealias Maker = nonisolated(nonsending) (BodyWriter) async throws -> Void

  /// Bytes that may wait to be sent before the code waits.
  static let waitingBytes = 64 << 10

  private let maker: Maker
  private var waiting: [UInt8] = []
  private var ending: BodyPiece?
  private var asked: ((BodyPiece) -> Void)?
  private var writer: CancellableWait?
  private var isCancelled = false
  private weak var payer: (any WorkPayer)?

  package init(_ maker: @escaping Maker) { self.maker = maker }

  /// The same body once more.
  package func again() -> BodyStream { BodyStream(maker) }

  /// Runs the code to its end.
  ///
  /// - Throws: Its error; a client that has gone away is none.
  package func run() async throws {
    do {
      try await maker(BodyWriter(self))
      end(.end)
    } catch {
      let wasWanted = !isCancelled
      end(.failed)
      if wasWanted { throw error }
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) async throws {
    var rest = bytes
    while true {
      guard !isCancelled, !Task.isCancelled, ending == nil else { throw CancellationError() }
      guard !rest.isEmpty else { return }
      let piece = rest.prefix(Self.waitingBytes - waiting.count)
      rest = rest.dropFirst(piece.count)
      waiting += piece
      handOn()
      guard waiting.count >= Self.waitingBytes else { continue }
      guard writer == nil else { throw TwoWritesError() }
      let wait = CancellableWait()
      writer = wait
      defer { if writer === wait { writer = nil } }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { wait.begin($0) }
      } onCancel: {
        wait.end(.failure(CancellationError()))
      }
    }
  }

  private func end(_ piece: BodyPiece) {
    guard ending == nil else { return }
    ending = piece
    handOn()
  }

  // MARK: Sending

  package func next(for payer: (any WorkPayer)?, _ then: @escaping (BodyPiece) -> Void) {
    self.payer = payer
    asked = then
    handOn()
  }

  private func handOn() {
    guard !isCancelled, let then = asked, let piece = nextPiece() else { return }
    asked = nil
    then(piece)
    goOn(.success(()))
  }

  private func nextPiece() -> BodyPiece? {
    if ending == .failed { return .failed }
    guard !waiting.isEmpty else { return ending }
    return .bytes(drain(&waiting))
  }

  package func cancel() {
    isCancelled = true
    (waiting, asked) = ([], nil)
    goOn(.failure(CancellationError()))
  }

  /// Its reader pays for what the code does.
  package func beginWork() -> Bool { payer?.beginWork() ?? false }
  package func endWork() { payer?.endWork() }

  private func goOn(_ result: Result<Void, any Error>) {
    let writer = writer
    self.writer = nil
    writer?.end(result)
  }
}
