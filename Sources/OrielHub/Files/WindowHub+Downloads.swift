import Oriel
import OrielDocument

/// A file for a page.
package struct OutgoingFile {
  package enum Content {
    case stored(any FileReader)
    /// The app's code makes it.
    case made(any BodySource)
  }

  package let name: String
  package let type: String
  package let content: Content
  /// Its place among the downloads, to be held until it is sent.
  fileprivate let place: DownloadPlace?

  /// The content between two offsets of a stored file, or all that is made.
  package func body(_ range: Range<Int>) -> any BodySource {
    switch content {
    case .stored(let reader): SentBody(reader.body(range), place)
    case .made(let body): body
    }
  }
}

/// The reason why a page gets no file.
package enum DownloadRefusal: Error, Equatable {
  /// No window of this user shows a file with this ticket, or not any more.
  case unknownTicket
  /// The file can't be read.
  case gone
  /// Too many downloads at the same time.
  case tooMany
}

extension WindowHub {
  /// Opens what a ticket is for, in one of the user's windows in memory, or in a shared document that one of them shows.
  ///
  /// - Parameter isSent: Whether the content is wanted. Then the code runs that makes it, which happens once.
  package func openDownload(
    _ ticket: String, isSent: Bool, for user: User, in network: String
  ) async throws(DownloadRefusal) -> OutgoingFile {
    guard download(ticket, for: user, isTaken: false) != nil else { throw .unknownTicket }
    let network = RemoteNetwork(of: network)
    let place = isSent ? files.counts.beginDownload(of: user.key, from: network, limits) : nil
    guard !isSent || place != nil else { throw .tooMany }
    switch download(ticket, for: user, isTaken: isSent) {
    case nil: throw .unknownTicket
    case .file(let file):
      guard let reader = await files.store.open(file.path) else { throw .gone }
      return OutgoingFile(name: file.name, type: file.type, content: .stored(reader), place: place)
    case .made(let name, let type, let model, let stream):
      // Without a capture list: see `start`.
      let hub = self
      if isSent { model.task { try await hub.handlers.run(stream) } }
      return OutgoingFile(name: name, type: type, content: .made(SentBody(stream, place)), place: nil)
    }
  }

  private func download(_ ticket: String, for user: User, isTaken: Bool) -> Download? {
    lookThroughWindows(of: user) { $1.download(ticket, isTaken: isTaken) }
  }
}

/// A body on its way to a client. Its source is cancelled when nothing sends it any more.
final class SentBody: BodySource, @unchecked Sendable {
  // Guard: used on the hub only.
  private let source: any BodySource
  private let place: DownloadPlace?

  init(_ source: any BodySource, _ place: DownloadPlace?) {
    self.source = source
    self.place = place
  }

  deinit { source.cancel() }

  func next(for payer: (any WorkPayer)?, _ then: @escaping (BodyPiece) -> Void) { source.next(for: payer, then) }
  func cancel() { source.cancel() }
}
