import OrielDocument

/// What a file field takes.
package struct UploadLimits: Equatable {
  package let types: [String]
  /// Of one file, in bytes.
  package let maximumSize: Int
}

/// The way of a file field's bytes: a ticket that admits them, and the files that came by it. Confined to the hub.
package final class Upload {
  /// 128 random bits: it is good only together with the credentials of the window's user.
  package let ticket: String
  package internal(set) var limits: UploadLimits
  let model: String
  let element: String
  private var files: [String: UploadedFile] = [:]

  init(model: String, element: String, limits: UploadLimits) {
    ticket = String(UInt128.random(in: .min ... .max), radix: 36)
    self.model = model
    self.element = element
    self.limits = limits
  }

  /// A file has come whole. Its page names it by this id in the `files` event.
  package func received(_ file: UploadedFile, as id: String) {
    files[id] = file
  }

  /// Files that were received and never taken: they can be removed.
  package var untaken: [UploadedFile] { Array(files.values) }

  /// What a `files` event is about: a list of `{id}`. Each file is taken once.
  func take(_ value: JSONValue?, allowsMultiple: Bool) throws(EventRefusal) -> [UploadedFile] {
    guard let named = value?.arrayValue, allowsMultiple || named.count <= 1 else { throw .invalid("Expected files") }
    let ids = named.compactMap { $0["id"]?.stringValue }
    guard ids.count == named.count, Set(ids).count == ids.count, ids.allSatisfy({ files[$0] != nil }) else {
      throw .invalid("There is no such file")
    }
    return ids.compactMap { files.removeValue(forKey: $0) }
  }
}

extension NavigationGraph {
  /// The way of this ticket, while its field is part of the graph.
  package func upload(ticket: String) -> Upload? { uploads.first { $0.ticket == ticket } }

  /// A field keeps its ticket as long as its model is there.
  func upload(model: String, element: String, _ limits: UploadLimits) -> Upload {
    if let known = uploads.first(where: { $0.model == model && $0.element == element }) {
      known.limits = limits
      return known
    }
    let upload = Upload(model: model, element: element, limits: limits)
    uploads.append(upload)
    return upload
  }
}
