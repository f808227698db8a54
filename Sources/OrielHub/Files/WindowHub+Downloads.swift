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
  fileprivate let takePlace: () -> DownloadPlace?

  /// The content between two offsets of a stored file, or all that is made.
  ///
  /// - Throws: `tooMany`.
  package func body(_ range: Range<Int>) throws(DownloadRefusal) -> any BodySource {
    switch content {
    case .stored(let reader):
      guard let place = takePlace() else { throw .tooMany }
      return SentBody(reader.body(range), place)
    case .made(let body): return body
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
    let network = RemoteNetwork(of: network)
    let takePlace = { [files, limits] in files.counts.beginDownload(of: user.key, from: network, limits) }
    switch download(ticket, for: user, isTaken: false) {
    case nil: throw .unknownTicket
    case .file(let file):
      guard let reader = await files.store.open(file.path) else { throw .gone }
      return OutgoingFile(name: file.name, type: file.type, content: .stored(reader), takePlace: takePlace)
    case .made(let name, let type, let model, let stream):
      var place: DownloadPlace?
      if isSent {
        place = takePlace()
        guard place != nil else { throw .tooMany }
        _ = download(ticket, for: user, isTaken: true)
        // Without a capture list: see `start`.
        let hub = self
        guard !model.task({ try await hub.handlers.run(stream) }).isEnded else { throw .gone }
      }
      // One that is not sent is dropped, and with it its stream ends.
      let body = SentBody(isSent ? stream : stream.again(), place)
      return OutgoingFile(name: name, type: type, content: .made(body), takePlace: takePlace)
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
