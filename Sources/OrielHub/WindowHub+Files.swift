import Oriel
import OrielDocument

extension WindowHub {
  /// A file begins to come for the field of a ticket, which must be one of its user's windows in memory, or of a shared
  /// document that one of them shows. It is kept with that window.
  package func receiveFile(
    _ file: FileDescription, ticket: String, from user: User
  ) throws(UploadRefusal) -> IncomingFile {
    guard let (window, upload) = upload(of: ticket, user) else { throw .unknownTicket }
    let limit = min(upload.limits.maximumSize, context.limits.uploadBytes)
    guard file.size <= limit else { throw .tooLarge(limit: limit) }
    let files = context.files
    guard files.count(of: user.key) < context.limits.uploadsPerUser, files.count < context.limits.uploads,
      upload.count < context.limits.waitingFiles
    else { throw .tooMany }
    return IncomingFile(
      context.secretID("f-"), file, user: user.key, upload: upload, window: window.id, files: files)
  }

  private func upload(of ticket: String, _ user: User) -> (Window, Upload)? {
    for window in users[user.key]?.windows ?? [] {
      for graph in [window.graph] + window.sharedPlaces.map(\.graph) {
        if let upload = graph.upload(ticket: ticket) { return (window, upload) }
      }
    }
    return nil
  }

  /// Deletes the files of windows that are gone: those that the process had no time to delete before it ended, and those
  /// whose window was purged.
  package func discardFormerFiles() {
    context.files.store.formerFolders { [weak self] folders in
      self?.assumeIsolated { hub in
        for window in folders.compactMap(WindowID.init(folder:)) { hub.discardFormerFiles(of: window) }
      }
    }
  }

  private func discardFormerFiles(of window: WindowID) {
    let isolation = context.isolation
    store.window(window) { [weak self] result in
      // A store that can't be read may have it.
      guard let self, case .success(nil) = result else { return }
      isolation.perform {
        self.assumeIsolated { hub in
          if hub.windows[window] == nil { hub.context.files.store.removeAll(in: window.folder) }
        }
      }
    }
  }
}
