import OrielDocument

/// What a file field takes.
package struct UploadLimits: Equatable {
  package let types: [String]
  /// Of one file, in bytes.
  package internal(set) var maximumSize: Int
}

/// The way of a file field's bytes: a ticket that admits them, and the files that came by it. Confined to the hub.
package final class Upload {
  /// 128 random bits: it is good only together with the credentials of the window's user.
  package let ticket: String
  package internal(set) var limits: UploadLimits
  var allowsMultiple = false
  /// Whether its field is still part of the graph.
  package private(set) var isOpen = true
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
  ///
  /// - Returns: What it takes the place of: a field of one file has one.
  package func received(_ file: UploadedFile, as id: String) -> [UploadedFile] {
    defer { files[id] = file }
    return allowsMultiple ? [] : takeAll()
  }

  /// How many files wait to be handed over.
  package var count: Int { files.count }

  /// The file of this id, if it was not handed over; it does not wait any more.
  package func withdraw(_ id: String) -> UploadedFile? { files.removeValue(forKey: id) }

  /// What a `files` event is about: a list of `{id}`. Each file is taken once.
  func take(_ value: JSONValue?) throws(EventRefusal) -> [UploadedFile] {
    guard let named = value?.arrayValue, allowsMultiple || named.count <= 1 else { throw .invalid("Expected files") }
    let ids = named.compactMap { $0["id"]?.stringValue }
    guard ids.count == named.count, Set(ids).count == ids.count, ids.allSatisfy({ files[$0] != nil }) else {
      throw .invalid("There is no such file")
    }
    return ids.compactMap { files.removeValue(forKey: $0) }
  }

  /// Admits nothing any more. Returns the files that were never handed over.
  func end() -> [UploadedFile] {
    isOpen = false
    return takeAll()
  }

  private func takeAll() -> [UploadedFile] {
    defer { files = [:] }
    return Array(files.values)
  }
}

extension NavigationGraph {
  /// The way of this ticket, while its field is part of the graph.
  package func upload(ticket: String) -> Upload? { uploads.first { $0.ticket == ticket } }

  /// A field keeps its ticket as long as its model is there.
  func upload(model: String, element: String, _ limits: UploadLimits, allowsMultiple: Bool) -> Upload {
    let known = uploads.first { $0.model == model && $0.element == element }
    let upload = known ?? Upload(model: model, element: element, limits: limits)
    if known == nil { uploads.append(upload) }
    upload.limits = limits
    upload.allowsMultiple = allowsMultiple
    return upload
  }

  /// The fields of a model, or all, are gone.
  func endUploads(of model: String? = nil) {
    guard !uploads.isEmpty else { return }
    let ended = uploads.filter { model == nil || $0.model == model }
    uploads.removeAll { model == nil || $0.model == model }
    let untaken = ended.flatMap { $0.end() }
    if !untaken.isEmpty { host.discard(untaken) }
  }
}
