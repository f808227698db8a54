import OrielDocument

/// Leads to a destination, by the destination's own method unless another is given.
///
/// Where the destination has an address of its own, the link has it too: it can be opened in a window beside this one.
public struct NavigationLink<Label: View>: _ElementView {
  let title: String?
  let symbol: String?
  let label: Label
  let destination: AnyNavigationDestination

  /// A link whose label is made of views. A method that is given here wins over the destination's own: `.push` is what other
  /// frameworks' links always do.
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

  public static func _render(_ view: borrowing NavigationLink, into renderer: inout ElementRenderer) {
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
  /// A link that reads this. A method that is given here wins over the destination's own.
  public init(_ title: String, to destination: some NavigationDestination, method: NavigationMethod? = nil) {
    self.init(title, symbol: nil, AnyNavigationDestination(destination, method: method), label: Text(title))
  }
}

extension NavigationLink where Label == Oriel.Label {
  /// A link that reads this, with the symbol of this name before it.
  public init(
    _ title: String, systemImage: String, to destination: some NavigationDestination, method: NavigationMethod? = nil
  ) {
    self.init(
      title, symbol: systemImage, AnyNavigationDestination(destination, method: method),
      label: Label(title, systemImage: systemImage))
  }
}

extension ElementRenderer {
  /// What a link does: its model navigates.
  fileprivate func navigation(to destination: AnyNavigationDestination) -> ElementHandler {
    guard let model else { return .sync { _ in throw EventRefusal.notExecutable("This link has no destination") } }
    return .sync { _ in
      if case .notExecutable = model.navigate(to: destination) {
        throw EventRefusal.notExecutable("This can't be opened now")
      }
    }
  }

  /// The whole address of a destination that has one of its own.
  fileprivate func url(of destination: any NavigationDestination) -> String? {
    guard let host = model?._node.graph?.host, let path = destination.urlPath, let url = WindowURL(path) else {
      return nil
    }
    return host.baseURL.appending(url).description
  }
}
