import OrielDocument

/// The rendering of a model's `body`.
package struct RenderedBody {
  package var title: String?
  package var width: ScreenWidth?
  /// Whether its user would lose something by leaving.
  package var isUnsaved = false
  package var toolbar: [JSONValue]
  package var body: [JSONValue]
  /// The elements that take events, in order.
  package var interactions: [Interaction]
  /// The tables, whose rows are not among the elements.
  package var tables: [RenderedTable] = []
  /// Problems for the author's attention, which clients don't need.
  package var issues: [String]
  /// The ids of elements in the order of their claims, for the next rendering.
  package var ids: [String] = []
  var declared: NavigationDeclarations
}

/// Renders views as elements of a window's document and collects the handlers of their events.
///
/// It visits the views once, in order. `path` and `position` track the position, for ids; `context` carries the effects
/// of modifiers down to the elements.
public struct ElementRenderer {
  /// The list of elements being written: the body's, or the children of an element.
  var output: ElementList
  var title: String?
  var width: ScreenWidth?
  var isUnsaved = false
  var toolbar: [JSONValue] = []
  let oldToolbar: [JSONValue]
  var interactions: [Interaction] = []
  var tables: [RenderedTable] = []
  var issues: [String] = []
  var declared = NavigationDeclarations()

  var path: [PathComponent] = []
  var position = RenderPosition()
  var context = RenderContext()
  var ids: ElementIDs
  /// The text that ids are made from: see `RenderPosition`.
  var idText: [UInt8] = []
  /// The options, while the elements of a picker are collected.
  var options: [PickerOption]?

  /// The model of the body, if any, from which links navigate.
  let model: (any NavigationModel)?
  var node: _ModelNode? { model?._node }

  /// - Parameter old: The last rendering of the same `body`.
  init(_ model: (any NavigationModel)? = nil, after old: RenderedBody? = nil) {
    self.model = model
    output = ElementList(after: old?.body ?? [])
    oldToolbar = old?.toolbar ?? []
    ids = ElementIDs(after: old?.ids ?? [])
    interactions.reserveCapacity(old?.interactions.count ?? 0)
    path.reserveCapacity(16)
    idText.reserveCapacity(ElementIDs.limit)
  }

  package static func render<V: View>(
    _ body: V, of model: (any NavigationModel)? = nil, after old: RenderedBody? = nil
  ) -> RenderedBody {
    var renderer = ElementRenderer(model, after: old)
    V._render(body, into: &renderer)
    return RenderedBody(
      title: renderer.title, width: renderer.width, isUnsaved: renderer.isUnsaved, toolbar: renderer.toolbar,
      body: renderer.output.elements, interactions: renderer.interactions, tables: renderer.tables,
      issues: renderer.issues,
      ids: renderer.ids.unique,
      declared: renderer.declared)
  }

  /// The address at which pages fetch a file; `nil` outside a window.
  func address(of file: UploadedFile) -> String? {
    guard let node, let graph = node.graph else { return nil }
    let ticket = graph.downloads.ticket(of: file, shownBy: node.id, graph.host.ticketPlace)
    return FileAddress.path(ticket, file.name)
  }

  mutating func report(_ issue: String) {
    issues.append(issue)
  }

  mutating func render<V: View>(_ view: borrowing V, at component: PathComponent) {
    path.append(component)
    V._render(view, into: &self)
    path.removeLast()
  }

  /// Renders views into a list of their own.
  mutating func elements<V: View>(of view: borrowing V, after old: [JSONValue] = []) -> [JSONValue] {
    var outer = ElementList(after: old)
    swap(&outer, &output)
    V._render(view, into: &self)
    swap(&outer, &output)
    return outer.elements
  }
}
