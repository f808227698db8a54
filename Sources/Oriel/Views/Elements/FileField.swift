import OrielDocument

/// A file that a user has sent.
public struct UploadedFile: Hashable, Sendable, Codable {
  /// As the user's machine calls it. Never a path, but nothing to be trusted either.
  public let name: String
  /// In bytes.
  public let size: Int
  /// A media type, as the page says it.
  public let type: String
  /// Where the server keeps it; it may be gone once the handler has returned.
  public let path: String

  /// The server makes them; make one to test a handler.
  public init(name: String, size: Int, type: String, path: String) {
    self.name = name
    self.size = size
    self.type = type
    self.path = path
  }
}

/// Takes files from the user. They go over HTTP, beside the window's connection, with a ticket that its document holds.
public struct FileField: _ElementView {
  let label: String
  let limits: UploadLimits
  let allowsMultiple: Bool
  let action: ([UploadedFile]) throws -> Void

  /// - Parameters:
  ///   - label: what the files are for.
  ///   - types: what a page offers, as media types or file name extensions (`image/*`, `.pdf`); everything if empty. It is
  ///     a courtesy: what comes is to be looked at.
  ///   - maximumSize: of one file, in bytes.
  ///   - allowsMultiple: whether several may be sent at once.
  ///   - action: is called with the files when all of them are here.
  public init(
    _ label: String, types: [String] = [], maximumSize: Int = 10 << 20, allowsMultiple: Bool = false,
    action: @escaping ([UploadedFile]) throws -> Void
  ) {
    self.label = label
    limits = UploadLimits(types: types, maximumSize: maximumSize)
    self.allowsMultiple = allowsMultiple
    self.action = action
  }

  public static func _render(_ view: borrowing FileField, into renderer: inout ElementRenderer) {
    var element = renderer.open("fileField", members: 7, takesEvents: true)
    element.label = view.label
    if view.allowsMultiple { element.set("multiple", true) }
    if !view.limits.types.isEmpty { element.set("accept", view.limits.types.joined(separator: ",")) }
    element.set("maxBytes", view.limits.maximumSize)
    if let node = renderer.node, let graph = node.graph, let id = element.id {
      let (action, allowsMultiple) = (view.action, view.allowsMultiple)
      let upload = graph.upload(model: node.id, element: id, view.limits)
      element.set("ticket", upload.ticket)
      element.on("files", .sync { value in try action(upload.take(value, allowsMultiple: allowsMultiple)) })
    }
    renderer.close(element)
  }
}
