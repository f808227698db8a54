/// A message in place of content: what is missing, why, and what can be done.
///
/// ```swift
/// if calls.isEmpty {
///   ContentUnavailableView("No calls", systemImage: "telephone", description: Text("New calls appear here.")) {
///     Button("Take a break") { self.pause() }
///   }
/// }
/// ```
public struct ContentUnavailableView: ElementView {
  let title: String
  let symbol: String
  let description: Text?
  let actions: ViewList

  /// - Parameters:
  ///   - title: The fact, in a few words: "No calls".
  ///   - symbol: The name of a symbol, as for `Image(systemName:)`.
  ///   - description: Why, or what happens next.
  ///   - actions: Buttons and links.
  public init<Actions: View>(
    _ title: String, systemImage symbol: String, description: Text? = nil, @ViewBuilder actions: () -> Actions
  ) {
    (self.title, self.symbol, self.description) = (title, symbol, description)
    self.actions = ViewList(actions())
  }

  /// The same without actions.
  public init(_ title: String, systemImage symbol: String, description: Text? = nil) {
    self.init(title, systemImage: symbol, description: description) {}
  }

  static func render(_ view: borrowing ContentUnavailableView, into renderer: inout ElementRenderer) {
    var element = renderer.open("unavailable", members: 5)
    element.set("text", view.title)
    element.set("symbol", view.symbol)
    if let description = view.description { element.members.append("description", renderer.rendered(description)) }
    renderer.close(element, children: view.actions)
  }
}
