import Oriel
import OrielDocument

extension TestWindow {
  // MARK: Elements of the top layer

  /// Taps an element.
  ///
  /// ```swift
  /// try window.tap("Orders")
  /// ```
  /// - Parameters:
  ///   - name: The element's id, or else its text, or else the name of a component of your own.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: `TestError.notFound` and `.ambiguous`, with the candidates.
  public func tap(_ name: String, in model: String? = nil) throws { try accept(tap(name, in: model)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func tap(_ name: String, in model: String? = nil) throws -> TestOutcome {
    do {
      return try event("tap", of: name, in: model)
    } catch TestError.notFound(_, let candidates) {
      let cells = tables(in: model).flatMap { $0.cells(with: name) }
      guard let cell = cells.first else { throw TestError.notFound(name, candidates: candidates) }
      guard cells.count == 1 else { throw TestError.ambiguous(name, candidates: cells.map(\.description)) }
      return try cell.tap()
    }
  }

  /// Types a text into a field, replacing its content. The text isn't committed yet: see ``submit(_:in:)->()`` and
  /// ``change(_:to:in:)->()``. In a field for a value with a format, this also ends the edit, which writes the value; for a text
  /// that is half typed, use ``event(_:of:in:value:)->()`` with `input`.
  ///
  /// ```swift
  /// try window.type("late", into: "Search")
  /// ```
  /// Two people who type in one text at the same time don't see each other's letters at once. Each types over the text that
  /// their own window has shown, and nothing is lost:
  /// ```swift
  /// try anna.type("Call back, Anna", into: "Note", over: "Call back")
  /// try ben.type("Call back. Ben", into: "Note", over: "Call back")
  /// #expect(anna.text.contains("Call back. Ben, Anna"))
  /// ```
  ///
  /// - Parameters:
  ///   - text: The whole text of the field.
  ///   - name: The element's id, or else its label.
  ///   - over: The text that the field had when this was typed; by default the one in the window's document.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  public func type(_ text: String, into name: String, over: String? = nil, in model: String? = nil) throws {
    try accept(type(text, into: name, over: over, in: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func type(
    _ text: String, into name: String, over: String? = nil, in model: String? = nil
  ) throws -> TestOutcome {
    let found = try element(name, in: model)
    let isWrittenAtItsEnd = found.element["live"] != nil || found.element["draft"] != nil
    let base = over ?? (found.element["typed"] ?? found.element["text"])?.stringValue
    return try event(
      model: found.model, element: found.id, name: isWrittenAtItsEnd ? "change" : "input", value: .string(text),
      over: isWrittenAtItsEnd ? nil : base.map { TextBase(of: text, over: $0) })
  }

  /// Sets a control to a value in the protocol's format: a string, a number, `#rrggbb`, `2026-11-21`. See also
  /// ``toggle(_:in:)->()`` and ``choose(_:in:of:)->()``.
  ///
  /// ```swift
  /// try window.change("Volume", to: 0.5)
  /// ```
  public func change(_ name: String, to value: JSONValue, in model: String? = nil) throws {
    try accept(change(name, to: value, in: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func change(_ name: String, to value: JSONValue, in model: String? = nil) throws -> TestOutcome {
    try event("change", of: name, in: model, value: value)
  }

  /// Presses Return in a field.
  public func submit(_ name: String, in model: String? = nil) throws { try accept(submit(name, in: model)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func submit(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("submit", of: name, in: model)
  }

  /// Sends any other event of an element, such as one of a component of the app's own.
  ///
  /// ```swift
  /// try window.event("custom:turned", of: "dial", value: 3)
  /// ```
  public func event(_ event: String, of name: String, in model: String? = nil, value: JSONValue? = nil) throws {
    try accept(self.event(event, of: name, in: model, value: value))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func event(
    _ event: String, of name: String, in model: String? = nil, value: JSONValue? = nil
  ) throws -> TestOutcome {
    let found = try element(name, in: model)
    return try self.event(model: found.model, element: found.id, name: event, value: value)
  }

  // MARK: Navigation

  /// Sends any event of a model. See also ``appeared(animated:)->()``.
  public func event(_ name: String, of model: any NavigationModel, value: JSONValue? = nil) throws {
    try accept(self.event(name, of: model, value: value))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func event(_ name: String, of model: any NavigationModel, value: JSONValue? = nil) throws -> TestOutcome {
    try event(model: model._node.id, name: name, value: value)
  }

  /// Answers the top alert or dialog with the button that has this label.
  ///
  /// ```swift
  /// try window.tap("Empty the basket")
  /// try window.choose("Empty it")
  /// ```
  /// - Throws: `TestError.notFound` with the available labels; `.nothingTo` if there is no question.
  public func choose(_ label: String) throws { try accept(choose(label)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func choose(_ label: String) throws -> TestOutcome {
    guard let top = view.top, let presenter = top.presenter, let actions = top.presented?["actions"]?.arrayValue else {
      throw TestError.nothingTo("choose from")
    }
    guard let action = actions.first(where: { $0["label"]?.words == label })?["id"] else {
      throw TestError.notFound(label, candidates: actions.compactMap { $0["label"]?.words })
    }
    return try event(model: presenter, name: "action", value: ["id": action])
  }

  /// Goes back by one entry, like the browser's Back: in the innermost visible stack that has entries above its root.
  ///
  /// - Throws: `TestError.nothingTo` if no stack has. To close a layer, use ``dismiss()->()``.
  public func back() throws { try accept(back()) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func back() throws -> TestOutcome {
    guard let stack = try visibleStacks().last(where: { $0.depth > 0 }) else { throw TestError.nothingTo("go back to") }
    return try event(model: stack.model, name: "back", value: ["depth": .integer(stack.depth - 1)])
  }

  /// Goes back to this depth of the innermost visible stack.
  public func back(toDepth depth: Int) throws { try accept(back(toDepth: depth)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func back(toDepth depth: Int) throws -> TestOutcome {
    guard let stack = try visibleStacks().last else { throw TestError.nothingTo("go back in") }
    return try event(model: stack.model, name: "back", value: ["depth": .integer(depth)])
  }

  /// From the outermost inwards.
  private func visibleStacks() throws -> [(model: String, depth: Int)] {
    let stacks = visible(of: "stack")
    guard !stacks.isEmpty else { throw TestError.nothingTo("go back in") }
    return stacks.map { ($0, (view.model($0)?["path"]?.arrayValue?.count ?? 1) - 1) }
  }

  /// Selects a tab of the innermost visible tabs by its id.
  public func selectTab(_ id: String) throws { try accept(selectTab(id)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func selectTab(_ id: String) throws -> TestOutcome {
    guard let tabs = visible(of: "tabs").last else { throw TestError.nothingTo("select a tab of") }
    return try event(model: tabs, name: "selectTab", value: ["id": .string(id)])
  }

  private func visible(of kind: String) -> [String] {
    let view = view
    guard let top = view.layers.last(where: { $0.model != nil }) else { return [] }
    return view.visibleModels(in: top).filter { view.model($0)?["kind"]?.stringValue == kind }
  }

  /// Closes the top layer, as its user does: a question without a choice, or a sheet by swiping it away.
  public func dismiss() throws { try accept(dismiss()) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func dismiss() throws -> TestOutcome {
    guard let top = view.top, let presenter = top.presenter else { throw TestError.nothingTo("dismiss") }
    let question = top.presented?["id"].map { ["id": $0] as JSONValue }
    return try event(model: top.model ?? presenter, name: "dismiss", value: question ?? [:])
  }

  // MARK: Looking for elements

  /// Finds the element of the top layer with this name.
  ///
  /// - Parameter key: A member that the element has; by default the id, which its events name.
  func element(_ name: String, in model: String?, with key: String = "id") throws -> PageView.Found {
    let view = view
    let all = view.top.map(view.elements) ?? []
    let inModel = all.filter { found in
      found.element[key] != nil && (model == nil || model == found.model || model == found.modelType)
    }
    let named = inModel.filter { $0.element["id"] == .string(name) }
    let written = named.isEmpty ? inModel.filter { $0.element.writtenText.contains(name) } : named
    let found = written.isEmpty ? inModel.filter { $0.element["component"] == .string(name) } : written
    guard found.count <= 1 else { throw TestError.ambiguous(name, candidates: found.map(\.description)) }
    guard let element = found.first else {
      throw TestError.notFound(name, candidates: inModel.map(\.nameForPeople))
    }
    return element
  }
}

extension PageView.Found {
  fileprivate var nameForPeople: String {
    let text = element.writtenText.first.map { " “\($0)”" } ?? ""
    let component = element["component"]?.stringValue.map { " \($0)" } ?? ""
    return "\(id)\(component)\(text)"
  }
}
