/// A view below a field that searches it.
public struct _SearchableView: ElementView {
  let content: any View
  let text: Binding<String>
  let prompt: String?

  static func render(_ view: borrowing _SearchableView, into renderer: inout ElementRenderer) {
    let scopes = renderer.context.attributes.searchScopes
    renderer.context.attributes.searchScopes = nil
    let parts: [any View] = [
      TextField(searching: view.text, prompt: view.prompt), scopes ?? ViewList([]), view.content,
    ]
    renderer.render(ViewList(parts))
  }
}

private struct SearchScopesModifier: RenderModifier {
  let picker: ViewList

  func apply(to context: inout RenderContext) { context.attributes.searchScopes = picker }
}

extension View {
  /// Shows a field above the view in which its user writes what to look for. The view shows what fits.
  ///
  /// ```swift
  /// List(found) { call in CallRow(call) }
  ///   .searchable(text: bind(\.search))
  ///   .searchScopes(bind(\.scope)) {
  ///     Text("Open").tag(Scope.open)
  ///     Text("All").tag(Scope.all)
  ///   }
  /// ```
  /// - Parameters:
  ///   - text: Updated while the user types.
  ///   - prompt: Shown in the field while it is empty, and its name for assistive technology; by default the page's word for *Search*.
  public func searchable(text: Binding<String>, prompt: String? = nil) -> _SearchableView {
    _SearchableView(content: self, text: text, prompt: prompt)
  }

  /// Shows below the view's search field where to look.
  ///
  /// - Parameters:
  ///   - scope: Where to look.
  ///   - scopes: A text for each scope, with its value as its ``View/tag(_:)``.
  public func searchScopes<Scope: Hashable, Scopes: View>(
    _ scope: Binding<Scope>, @ViewBuilder scopes: () -> Scopes
  ) -> _ModifiedView {
    let picker = Picker("", selection: scope, content: scopes).pickerStyle(.segmented)
    return _ModifiedView(self, SearchScopesModifier(picker: ViewList(picker)))
  }
}
