import OrielDocument

/// What the `body` of one model comes to.
package struct RenderedBody {
  package var title: String?
  package var toolbar: [JSONValue]
  package var body: [JSONValue]
  /// The elements that take events, in the order in which they stand.
  package var interactions: [Interaction]
  /// What the author should know about and no client needs to.
  package var issues: [String]
  /// The ids of elements in the order in which they were claimed, for the next rendering.
  package var ids: [String] = []
  var declared: NavigationDeclarations
}

/// Turns views into elements of a window's document and collects what their events call.
///
/// It goes through the views once, in order. `path` and `position` say where it is, for ids; `context` carries what
/// modifiers said on the way down to the element they were meant for.
public struct ElementRenderer {
  /// The list of elements that is being written: the body's, or the children of an element.
  var output: ElementList
  var title: String?
  var toolbar: [JSONValue] = []
  let oldToolbar: [JSONValue]
  var interactions: [Interaction] = []
  var issues: [String] = []
  var declared = NavigationDeclarations()

  var path: [PathComponent] = []
  var position = RenderPosition()
  var context = RenderContext()
  var ids: ElementIDs
  /// What ids are made of: see `RenderPosition`.
  var idText: [UInt8] = []
  /// Where elements go while they are the options of a picker.
  var options: [PickerOption]?

  /// Whose body it is, if any's: what links navigate as.
  let model: (any NavigationModel)?
  var node: ModelNode? { model?._node }

  /// - Parameter old: what the same `body` came to the last time.
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
      title: renderer.title, toolbar: renderer.toolbar, body: renderer.output.elements,
      interactions: renderer.interactions, issues: renderer.issues, ids: renderer.ids.unique,
      declared: renderer.declared)
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
