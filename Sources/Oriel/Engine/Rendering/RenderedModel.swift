import OrielDocument

/// The last rendering of a model, with its elements' handlers.
///
/// The handlers are kept here and not in the model, because they capture it.
struct RenderedModel {
  /// The rendered model without its layer.
  var base: JSONObject {
    get { packed.isEmpty ? tree : Self.tree(of: packed) ?? JSONObject() }
    set { (tree, packed) = (newValue, []) }
  }
  private var tree: JSONObject
  /// The JSON text of the base, in place of the tree; otherwise empty.
  private var packed: [UInt8] = []
  var presented: JSONValue?
  var interactions: [Interaction] = []
  /// Its tables.
  var tables: [RenderedTable] = []
  /// The ids of the elements, in the order of their claims.
  var ids: [String] = []
  var declared = NavigationDeclarations()
  /// The reported mistakes in it.
  var issues: [String] = []

  init(
    base: JSONObject, interactions: [Interaction] = [], ids: [String] = [],
    declared: NavigationDeclarations = NavigationDeclarations(), issues: [String] = []
  ) {
    tree = base
    self.interactions = interactions
    self.ids = ids
    self.declared = declared
    self.issues = issues
  }

  var json: JSONValue {
    var json = base
    if let presented { json.append("presented", presented) }
    return .object(json)
  }

  var title: String? { base["title"]?.stringValue }

  /// The rendering of the `body`, for comparison with the next one.
  var rendering: RenderedBody {
    RenderedBody(
      title: title, width: base["width"]?.stringValue.flatMap(ScreenWidth.init),
      isUnsaved: base["unsaved"] != nil, toolbar: base["toolbar"]?.arrayValue ?? [],
      body: base["body"]?.arrayValue ?? [],
      interactions: interactions, issues: [], ids: ids, declared: declared)
  }

  /// Removes the elements of a screen, but not its declarations.
  mutating func leaveOut() {
    base["toolbar"] = nil
    base["body"] = []
    (interactions, tables, ids) = ([], [], [])
  }

  /// Writes what the model adds to the document.
  func write(to writer: inout JSONWriter) {
    if packed.isEmpty || presented != nil { writer.write(json) } else { writer.raw(packed) }
  }

  func interaction(_ element: String) -> Interaction? {
    interactions.first { $0.id == element }
  }
}

// MARK: In little memory

extension RenderedModel {
  var isPacked: Bool { !packed.isEmpty }
  /// The length of the packed text.
  var packedCount: Int { packed.count }

  /// Keeps the base as text, which takes a quarter of the memory, and no handlers. The `body` has to be evaluated again
  /// before the model takes events.
  mutating func pack() {
    guard !isPacked else { return }
    var writer = JSONWriter()
    writer.write(tree)
    // Without the room that the writer has left.
    packed = writer.bytes.withUnsafeBufferPointer { Array($0) }
    (tree, interactions, tables, ids) = (JSONObject(), [], [], [])
  }

  /// The same with its tree; `nil` if the text can't be read.
  var unpacked: RenderedModel? {
    guard isPacked else { return self }
    guard let base = Self.tree(of: packed) else { return nil }
    var unpacked = self
    unpacked.base = base
    return unpacked
  }

  private static func tree(of packed: [UInt8]) -> JSONObject? {
    guard case .object(let tree)? = try? JSONReader.value(from: packed, depth: .max) else { return nil }
    return tree
  }
}
