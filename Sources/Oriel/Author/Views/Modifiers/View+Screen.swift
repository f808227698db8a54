/// A view that gives its screen a title.
public struct _TitledView: ElementView {
  let content: any View
  let title: String

  /// Renders the content first, so that the outermost of several titles wins.
  static func render(_ view: borrowing _TitledView, into renderer: inout ElementRenderer) {
    renderer.render(view.content)
    renderer.title = view.title
  }
}

/// How wide the content of a screen may become.
public enum ScreenWidth: String, Sendable {
  /// As wide as lines of text are easy to read: 44 rem.
  case readable
  /// For tables and boards: 92 rem.
  case wide
  /// All of the page.
  case full
}

/// A view that says how wide its screen may become.
public struct _WideView: ElementView {
  let content: any View
  let width: ScreenWidth

  static func render(_ view: borrowing _WideView, into renderer: inout ElementRenderer) {
    renderer.render(view.content)
    renderer.width = view.width
  }
}

/// A view whose screen has something to lose.
public struct _UnsavedView: ElementView {
  let content: any View
  let isUnsaved: Bool

  static func render(_ view: borrowing _UnsavedView, into renderer: inout ElementRenderer) {
    renderer.render(view.content)
    if view.isUnsaved { renderer.isUnsaved = true }
  }
}

/// A view that adds views to the toolbar of its screen.
public struct _ToolbarView: ElementView {
  let content: any View
  let items: ViewList

  static func render(_ view: borrowing _ToolbarView, into renderer: inout ElementRenderer) {
    let number = renderer.position.toolbars
    renderer.position.toolbars += 1
    renderer.render(view.content)
    renderer.position.toolbars = number
    renderer.renderToolbar(view.items, number: number)
  }
}

extension View {
  /// Sets the title of the screen. The outermost, and then the last, of several titles wins.
  public func navigationTitle(_ title: String) -> _TitledView {
    _TitledView(content: self, title: title)
  }

  /// Sets how wide the content of the screen may become on a wide page; by default ``ScreenWidth/readable``. The outermost,
  /// and then the last, of several wins.
  public func screenWidth(_ width: ScreenWidth) -> _WideView { _WideView(content: self, width: width) }

  /// Has the browser ask its user before they close the page, or leave it for another address, as in SwiftUI's windows.
  ///
  /// ```swift
  /// Form { … }
  ///   .dismissalConfirmationDialog(shouldPresent: isChanged)
  /// ```
  /// The window keeps its state whatever the user answers: this is for what has not been handed in. A browser has its own words
  /// for the question, and asks only a user who has done something in the page. Closing the screen
  /// within the page, as Back does, does not ask.
  public func dismissalConfirmationDialog(shouldPresent: Bool) -> _UnsavedView {
    _UnsavedView(content: self, isUnsaved: shouldPresent)
  }

  /// Adds views to the toolbar of the screen, after those added by the view itself.
  public func toolbar<Items: View>(@ViewBuilder content: () -> Items) -> _ToolbarView {
    _ToolbarView(content: self, items: ViewList(content()))
  }
}

extension ElementRenderer {
  fileprivate mutating func renderToolbar(_ items: borrowing ViewList, number: Int) {
    guard options == nil else { return }
    let outer = (position, context.attributes)
    position.namesElements = false
    context.attributes = ElementAttributes()
    path.append(.toolbar(number))
    let items = elements(of: items, after: toolbar.isEmpty ? oldToolbar : [])
    toolbar = toolbar.isEmpty ? items : toolbar + items
    path.removeLast()
    (position, context.attributes) = outer
  }
}
