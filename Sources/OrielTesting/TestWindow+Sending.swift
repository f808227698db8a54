import Oriel
import OrielHub

extension TestWindow {
  /// Sends values and actions through the window, from its root, as an operator or a deep link does.
  @discardableResult
  public func send(_ values: any Codable...) throws -> TestOutcome {
    try step { root in root.send(values: values) }
  }

  /// Continues with the paused values.
  @discardableResult
  public func resume() throws -> TestOutcome { try step { root in root.resume() } }

  private func step(_ body: (any NavigationModel) -> Void) throws -> TestOutcome {
    let id = id
    return try whileAttached { hub, _ in
      guard let window = hub.windows[id] else { return }
      hub.turn(in: window) { body(window.graph.root) }
    }
  }

  /// Reports that the page has shown the top screen, as a page does after its transition.
  public func appeared(animated: Bool = true) throws { try accept(appeared(animated: animated)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func appeared(animated: Bool = true) throws -> TestOutcome {
    let view = view
    let top = view.layers.last { $0.model != nil }
    guard let screen = top.flatMap({ view.visibleModels(in: $0).last }) else {
      throw TestError.nothingTo("show")
    }
    return try event(model: screen, name: "appeared", value: ["animated": .bool(animated)])
  }
}
