import Oriel
import OrielDocument

extension WindowHub {
  /// Begins an upload for the field with a ticket, which must be in one of the user's windows in memory, or in a shared
  /// document that one of them shows. The file is stored with that window.
  ///
  /// - Parameter key: Chosen by a page that may go on with the upload after a cut connection.
  package func receiveFile(
    _ file: FileDescription, ticket: String, key: String? = nil, from user: User, in network: String = ""
  ) throws(UploadRefusal) -> IncomingFile {
    guard let (window, upload) = upload(of: ticket, user) else { throw .unknownTicket }
    let limit = min(upload.limits.maximumSize, limits.uploadBytes)
    guard file.size <= limit else { throw .tooLarge(limit: limit) }
    let files = files
    if let key { files.resumable(key, of: user)?.cancel() }
    let sender = FileSender(user: user, network: RemoteNetwork(of: network))
    guard upload.count < limits.waitingFiles, files.begin(of: sender, size: file.size, limits) else { throw .tooMany }
    return IncomingFile(
      secretID("f-"), file, key: key, of: sender, upload: upload, window: window.id, files: files, limits)
  }

  /// The upload with which a page wants to go on.
  package func knownFile(ticket: String, key: String, from user: User) throws(UploadRefusal) -> IncomingFile {
    guard upload(of: ticket, user) != nil, let file = files.resumable(key, of: user) else { throw .unknownTicket }
    return file
  }

  /// Goes on with an upload after its first bytes, of which there are as many as it has.
  package func continueFile(
    ticket: String, key: String, from user: User, at count: Int, rest: Int
  ) throws(UploadRefusal) -> IncomingFile {
    let file = try knownFile(ticket: ticket, key: key, from: user)
    guard file.canGoOn(at: count), file.rest == rest else { throw .outOfStep }
    return file
  }

  private func upload(of ticket: String, _ user: User) -> (Window, Upload)? {
    lookThroughWindows(of: user) { window, graph in graph.upload(ticket: ticket).map { (window, $0) } }
  }

  /// Looks through the windows of a user in memory, and the shared documents that they show.
  func lookThroughWindows<Found>(of user: User, for find: (Window, NavigationGraph) -> Found?) -> Found? {
    for window in users.windows(of: user.id) {
      for graph in [window.graph] + window.sharedSlots.map(\.graph) {
        if let found = find(window, graph) { return found }
      }
    }
    return nil
  }

  /// Deletes files that no model will have, once the turn is durable.
  func deleteWithTurn(_ unwanted: [UploadedFile]) {
    guard !unwanted.isEmpty else { return }
    writer.addAfterTurn(.turns) { [store = files.store] in store.delete(unwanted.map(\.path)) }
  }

  /// Deletes the files of a window that ends with this turn, once the turn is durable: before that, a crash brings the window
  /// back.
  func deleteFilesWithTurn(of window: WindowID) {
    writer.addAfterTurn(.turns) { [store = files.store] in store.deleteAll(in: window.folder) }
  }

  /// Deletes the files of windows that no longer exist, because the process ended before deleting them or because the
  /// window was purged.
  package func deleteFormerFiles() {
    let store = files.store
    performNow {
      for window in await store.formerFolders().compactMap(WindowID.init(folder:)) { self.deleteFilesIfGone(window) }
    }
  }
}
