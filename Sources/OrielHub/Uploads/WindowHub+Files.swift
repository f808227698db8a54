import Oriel
import OrielDocument

extension WindowHub {
  /// Begins an upload for the field with a ticket, which must be in one of the user's windows in memory, or in a shared
  /// document that one of them shows. The file is stored with that window.
  package func receiveFile(
    _ file: FileDescription, ticket: String, from user: User, in network: String = ""
  ) throws(UploadRefusal) -> IncomingFile {
    guard let (window, upload) = upload(of: ticket, user) else { throw .unknownTicket }
    let limit = min(upload.limits.maximumSize, context.limits.uploadBytes)
    guard file.size <= limit else { throw .tooLarge(limit: limit) }
    let files = context.files
    let senders = [ScalarKey("user \(user.id)"), ScalarKey("network \(network)")]
    guard files.count(of: senders[0]) < context.limits.uploadsPerUser, files.count < context.limits.uploads,
      files.count(of: senders[1]) < context.limits.uploadsPerNetwork, upload.count < context.limits.waitingFiles
    else { throw .tooMany }
    return IncomingFile(
      context.secretID("f-"), file, of: user, senders, upload: upload, window: window.id, files: files)
  }

  private func upload(of ticket: String, _ user: User) -> (Window, Upload)? {
    for window in users[user.key]?.windows ?? [] {
      for graph in [window.graph] + window.sharedPlaces.map(\.graph) {
        if let upload = graph.upload(ticket: ticket) { return (window, upload) }
      }
    }
    return nil
  }

  /// Deletes the files of windows that no longer exist, because the process ended before deleting them or because the
  /// window was purged.
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
      // The window may be in a store that can't be read.
      guard let self, case .success(nil) = result else { return }
      isolation.perform {
        self.assumeIsolated { hub in
          if hub.windows[window] == nil { hub.context.files.store.removeAll(in: window.folder) }
        }
      }
    }
  }
}
