import OrielDocument

/// A control for uploading files. They are sent over HTTP, separately from the window's connection, with a ticket from
/// the document; the page shows the progress and lets the user cancel. After a lost connection it goes on where it was.
///
/// ```swift
/// FileField("Attach", types: ["image/*", ".pdf"], allowsMultiple: true) { files in
///   self.attachments += files
/// }
/// ```
/// ``UploadedFile`` explains how long files are kept. Files that arrived but were never passed to the action are
/// deleted with the model.
public struct FileField: ElementView {
  let label: String
  let limits: UploadLimits
  let allowsMultiple: Bool
  let action: Action

  enum Action {
    case sync(([UploadedFile]) throws -> Void)
    case async(_: nonisolated(nonsending) ([UploadedFile]) async throws -> Void)
  }

  /// - Parameters:
  ///   - label: The label.
  ///   - types: The types that the page offers, as media types or file name extensions (`image/*`, `.pdf`); all types
  ///     if empty. The server doesn't enforce this, so check the files.
  ///   - maximumSize: The maximum size of a file in bytes. The server may have a lower limit.
  ///   - allowsMultiple: Whether several files can be sent at once.
  ///   - action: Called with the files when all of them have arrived.
  public init(
    _ label: String, types: [String] = [], maximumSize: Int = 10 << 20, allowsMultiple: Bool = false,
    action: @escaping ([UploadedFile]) throws -> Void
  ) {
    self.init(
      label, UploadLimits(types: types, maximumSize: maximumSize), allowsMultiple: allowsMultiple, .sync(action))
  }

  /// - Parameters:
  ///   - label: The label.
  ///   - types: The types that the page offers, as media types or file name extensions; all types if empty.
  ///   - maximumSize: The maximum size of a file in bytes. The server may have a lower limit.
  ///   - allowsMultiple: Whether several files can be sent at once.
  ///   - action: Called with the files when all of them have arrived; may be asynchronous.
  public init(
    _ label: String, types: [String] = [], maximumSize: Int = 10 << 20, allowsMultiple: Bool = false,
    action: nonisolated(nonsending) @escaping ([UploadedFile]) async throws -> Void
  ) {
    self.init(
      label, UploadLimits(types: types, maximumSize: maximumSize), allowsMultiple: allowsMultiple, .async(action))
  }

  private init(_ label: String, _ limits: UploadLimits, allowsMultiple: Bool, _ action: Action) {
    self.label = label
    self.limits = limits
    self.allowsMultiple = allowsMultiple
    self.action = action
  }

  static func render(_ view: borrowing FileField, into renderer: inout ElementRenderer) {
    var element = renderer.open("fileField", members: 7, takesEvents: true)
    element.label = view.label
    if view.allowsMultiple { element.set("multiple", true) }
    if !view.limits.types.isEmpty { element.set("accept", view.limits.types.joined(separator: ",")) }
    var limits = view.limits
    if let node = renderer.node, let graph = node.graph, let id = element.id {
      limits.maximumSize = min(limits.maximumSize, graph.host.largestUpload)
      let upload = graph.uploads.upload(
        model: node.id, element: id, limits, allowsMultiple: view.allowsMultiple, place: graph.host.ticketPlace)
      element.set("maxBytes", limits.maximumSize)
      element.set("ticket", upload.ticket)
      element.on("files", handler(of: upload, view.action))
    } else {
      element.set("maxBytes", limits.maximumSize)
    }
    renderer.close(element)
  }

  private static func handler(of upload: Upload, _ action: Action) -> ElementHandler {
    switch action {
    case .sync(let action): .sync { value in try action(upload.claimFiles(of: value.json)) }
    case .async(let action): .async { value in try await action(upload.claimFiles(of: value.json)) }
    }
  }
}
