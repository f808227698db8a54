import OrielDocument

/// The limits of a file field.
package struct UploadLimits: Equatable {
  package let types: [String]
  /// The maximum size of a file in bytes.
  package internal(set) var maximumSize: Int
}

/// The upload of a file field: the ticket that admits it, and the files that arrived. Confined to the hub.
package final class Upload {
  /// 128 random bits, valid only together with the credentials of the window's user.
  package let ticket: String
  package internal(set) var limits: UploadLimits
  var allowsMultiple = false
  /// Whether its field is still part of the graph.
  package private(set) var isOpen = true
  let model: String
  let element: String
  private var files: [String: UploadedFile] = [:]

  init(model: String, element: String, limits: UploadLimits, place: String) {
    ticket = Ticket.make(at: place)
    self.model = model
    self.element = element
    self.limits = limits
  }

  /// Adds a complete file. The page refers to it by this id in the `files` event.
  ///
  /// - Returns: The file it replaces, in a field for a single file.
  package func received(_ file: UploadedFile, as id: String) -> [UploadedFile] {
    defer { files[id] = file }
    return allowsMultiple ? [] : drainFiles()
  }

  /// The number of files that were not yet passed to the field.
  package var count: Int { files.count }

  /// Removes and returns the file with this id, if it was not yet passed to the field.
  package func withdraw(_ id: String) -> UploadedFile? { files.removeValue(forKey: id) }

  /// Removes and returns the files of a `files` event: a list of `{id}`. Each file can be named once.
  func claimFiles(of value: JSONValue?) throws(EventRefusal) -> [UploadedFile] {
    guard let named = value?.arrayValue, allowsMultiple || named.count <= 1 else { throw .invalid("Expected files") }
    let ids = named.compactMap { $0["id"]?.stringValue }
    guard ids.count == named.count, Set(ids).count == ids.count, ids.allSatisfy({ files[$0] != nil }) else {
      throw .invalid("There is no such file")
    }
    return ids.compactMap { files.removeValue(forKey: $0) }
  }

  /// Ends the upload. Returns the files that were never passed to the field.
  func end() -> [UploadedFile] {
    isOpen = false
    return drainFiles()
  }

  private func drainFiles() -> [UploadedFile] {
    defer { files = [:] }
    return Array(files.values)
  }
}

/// The uploads of a window's file fields.
struct Uploads {
  private var all: [Upload] = []

  func with(ticket: String) -> Upload? { all.first { $0.ticket == ticket } }

  /// Returns a field's upload. It keeps its ticket as long as the model exists.
  ///
  /// - Parameter place: The beginning of the ticket, by which a process with several hubs finds the one of the window.
  mutating func upload(
    model: String, element: String, _ limits: UploadLimits, allowsMultiple: Bool, place: String
  ) -> Upload {
    let known = all.first { $0.model == model && $0.element == element }
    let upload = known ?? Upload(model: model, element: element, limits: limits, place: place)
    if known == nil { all.append(upload) }
    upload.limits = limits
    upload.allowsMultiple = allowsMultiple
    return upload
  }

  /// Ends the uploads of these models, or all. Returns the files that were never passed to their fields.
  mutating func end(of models: Set<String>? = nil) -> [UploadedFile] {
    guard !all.isEmpty else { return [] }
    let hasEnded = { (upload: Upload) in models?.contains(upload.model) ?? true }
    defer { all.removeAll(where: hasEnded) }
    return all.filter(hasEnded).flatMap { $0.end() }
  }
}
