/// A view that has commands.
public struct _CommandsView: ElementView {
  let content: any View
  let commands: ViewList

  static func render(_ view: borrowing _CommandsView, into renderer: inout ElementRenderer) {
    let list = CommandList(commands: view.commands)
    renderer.render(_ToolbarView(content: view.content, items: ViewList(list)))
  }
}

private struct CommandList: ElementView {
  let commands: ViewList

  static func render(_ view: borrowing CommandList, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("commands"), children: view.commands)
  }
}

/// Commands under a name: buttons, and links.
public struct CommandMenu: ElementView {
  let title: String
  let content: ViewList

  /// Creates a menu of buttons.
  public init<Content: View>(_ title: String, @ViewBuilder content: () -> Content) {
    self.title = title
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing CommandMenu, into renderer: inout ElementRenderer) {
    var element = renderer.open("commandMenu")
    element.set("text", view.title)
    renderer.close(element, children: view.content)
  }
}

/// Commands that bring the user's other windows of the tenant to the front: those that were used last, at most 20.
///
/// ```swift
/// .commands { WindowCommands("Windows") }
/// ```
public struct WindowCommands: ElementView {
  let title: String

  /// - Parameter title: The name under which they are found.
  public init(_ title: String) { self.title = title }

  private static var most: Int { 20 }

  static func render(_ view: borrowing WindowCommands, into renderer: inout ElementRenderer) {
    guard let model = renderer.model, let environment = renderer.node?.environment,
      let windows = environment[Windows.self]
    else { return }
    let others = windows.all(of: environment.user.id).filter { $0.id != environment.window }
    let shown = others.sorted { $0.usedAt > $1.usedAt }.prefix(Self.most)
    let title = view.title
    let menu = CommandMenu(title) {
      ForEach(Array(shown), id: \.id.rawValue) { entry in
        Button(entry.title.isEmpty ? entry.scene : entry.title) { model.openWindow(entry.id) }
      }
    }
    renderer.render(menu)
  }
}

extension View {
  /// Gives the screen commands that have no place on it. They have their keys, `?` lists those, and ⌘ or Ctrl with K opens a field in which
  /// all commands of what is visible are found, together with its buttons, links and tabs.
  ///
  /// ```swift
  /// IncidentView(incident)
  ///   .commands {
  ///     CommandMenu("Incident") {
  ///       Button("Close") { self.close() }.keyboardShortcut("e")
  ///       Button("Merge with another…") { self.merge() }
  ///     }
  ///   }
  /// ```
  public func commands<Commands: View>(@ViewBuilder content: () -> Commands) -> _CommandsView {
    _CommandsView(content: self, commands: ViewList(content()))
  }
}
