import OrielDocument

/// A link to a destination, which uses the destination's own method unless another is given.
///
/// If the destination has an address, the link has it too, so that the user can open it in another window.
public struct NavigationLink<Label: View>: ElementView {
  let title: String?
  let symbol: String?
  let label: Label
  let destination: AnyNavigationDestination

  /// Creates a link with views as its label. A method given here overrides the destination's own; `.push` is what links
  /// in other frameworks always do.
  public init(
    to destination: some NavigationDestination, method: NavigationMethod? = nil, @ViewBuilder label: () -> Label
  ) {
    self.init(nil, symbol: nil, AnyNavigationDestination(destination, method: method), label: label())
  }

  private init(_ title: String?, symbol: String?, _ destination: AnyNavigationDestination, label: Label) {
    self.title = title
    self.symbol = symbol
    self.label = label
    self.destination = destination
  }

  static func render(_ view: borrowing NavigationLink, into renderer: inout ElementRenderer) {
    var element = renderer.open("navigationLink", members: 4, takesEvents: true)
    if let title = view.title { element.set("text", title) }
    if let symbol = view.symbol { element.set("symbol", symbol) }
    if let url = renderer.url(of: view.destination.base) { element.set("url", url) }
    element.on("tap", renderer.navigation(to: view.destination))
    if view.title != nil {
      renderer.close(element)
    } else {
      renderer.close(element, children: view.label)
    }
  }
}

extension NavigationLink where Label == Text {
  /// Creates a link with a title. A method given here overrides the destination's own.
  public init(_ title: String, to destination: some NavigationDestination, method: NavigationMethod? = nil) {
    self.init(title, symbol: nil, AnyNavigationDestination(destination, method: method), label: Text(title))
  }
}

extension NavigationLink where Label == Oriel.Label {
  /// Creates a link with a title and a symbol before it.
  public init(
    _ title: String, systemImage: String, to destination: some NavigationDestination, method: NavigationMethod? = nil
  ) {
    self.init(
      title, symbol: systemImage, AnyNavigationDestination(destination, method: method),
      label: Label(title, systemImage: systemImage))
  }
}

extension ElementRenderer {
  /// The handler of a link, which navigates from its model.
  fileprivate func navigation(to destination: AnyNavigationDestination) -> ElementHandler {
    guard let model else { return .sync { _ in throw EventRefusal.notExecutable("This link has no destination") } }
    return .sync { _ in
      if case .notExecutable = model.navigate(to: destination) {
        throw EventRefusal.notExecutable("This can't be opened now")
      }
    }
  }

  /// The whole address of a destination, if it has one.
  fileprivate func url(of destination: any NavigationDestination) -> String? {
    guard let host = model?._node.graph?.host, let path = destination.urlPath, let url = WindowURL(path) else {
      return nil
    }
    return host.address(of: host.place(of: url)).description
  }
}
