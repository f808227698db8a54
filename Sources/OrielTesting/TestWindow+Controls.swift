import Oriel
import OrielDocument

// Controls that need more than a tap.

extension TestWindow {
  /// Flips a toggle.
  ///
  /// ```swift
  /// try window.toggle("Only open")
  /// ```
  /// - Throws: `TestError.nothingTo` if the element is not a toggle.
  public func toggle(_ name: String, in model: String? = nil) throws { try accept(toggle(name, in: model)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func toggle(_ name: String, in model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    guard let isOn = found.element["value"]?.boolValue else {
      throw TestError.nothingTo("toggle: \(found.description)")
    }
    return try event(model: found.model, element: found.id, name: "change", value: .bool(!isOn))
  }

  /// Presses an arrow key in a field whose number has a step.
  ///
  /// ```swift
  /// try window.step("Limit", up: false)
  /// ```
  /// - Throws: `TestError.nothingTo` if the field has no step.
  public func step(_ name: String, up isUp: Bool = true, in model: String? = nil) throws {
    try accept(step(name, up: isUp, in: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func step(_ name: String, up isUp: Bool = true, in model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    guard found.element["steps"]?.boolValue == true else { throw TestError.nothingTo("step: \(found.description)") }
    return try event(model: found.model, element: found.id, name: "step", value: isUp ? 1 : -1)
  }

  /// Chooses an option of a picker. In a picker for several values, it toggles the option.
  ///
  /// ```swift
  /// try window.choose("Large", in: "Size")
  /// ```
  /// - Parameters:
  ///   - option: The option's text.
  ///   - name: The picker's id, or its title.
  ///   - model: The type or id of its model, if the name alone is ambiguous.
  /// - Throws: `TestError.notFound` with the available options.
  public func choose(_ option: String, in name: String, of model: String? = nil) throws {
    try accept(choose(option, in: name, of: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func choose(_ option: String, in name: String, of model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    let options = found.element.options
    guard let id = options.first(where: { $0["text"]?.words == option })?["id"] else {
      throw TestError.notFound(option, candidates: options.compactMap { $0["text"]?.words })
    }
    guard found.element["multiple"]?.boolValue == true else {
      return try event(model: found.model, element: found.id, name: "change", value: id)
    }
    let chosen = found.element["value"]?.arrayValue ?? []
    let others = chosen.filter { $0 != id }
    return try event(
      model: found.model, element: found.id, name: "change",
      value: .array(others.count < chosen.count ? others : chosen + [id]))
  }

  /// Presses a keyboard shortcut of the top layer.
  ///
  /// ```swift
  /// try window.press(.return)
  /// ```
  /// - Throws: `TestError.notFound` with the shortcuts that there are.
  public func press(_ key: KeyEquivalent, modifiers: EventModifiers = .command) throws {
    try accept(press(key, modifiers: modifiers))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func press(_ key: KeyEquivalent, modifiers: EventModifiers = .command) throws -> TestOutcome {
    let all = view.top.map(view.elements) ?? []
    let text = KeyboardShortcut(key, modifiers: modifiers).text
    let usable = all.filter { $0.element["disabled"] == nil && $0.element["hidden"] == nil }
    guard let found = usable.last(where: { $0.element["shortcut"] == .string(text) }) else {
      let hidden = all.first { $0.element["shortcut"] == .string(text) }?.element.writtenText.first
      if let hidden {
        throw TestError.rejected(.notExecutable, "\(text) is the key of “\(hidden)”, which is disabled or hidden")
      }
      throw TestError.notFound(text, candidates: all.compactMap { $0.element["shortcut"]?.stringValue })
    }
    return try event(model: found.model, element: found.id, name: "tap")
  }

  /// Returns the problem that the app reports at a control or a form of the top layer; `nil` if there is none.
  ///
  /// ```swift
  /// try window.tap("Refund")
  /// #expect(try window.problem(of: "Amount") == "Refund 184.00 or less.")
  /// ```
  public func problem(of name: String, in model: String? = nil) throws -> String? {
    try element(name, in: model).element["problem"]?.stringValue
  }

  /// Focuses a field.
  public func focus(_ name: String, in model: String? = nil) throws { try accept(focus(name, in: model)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func focus(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("focus", of: name, in: model)
  }

  /// Removes the focus from a field.
  public func blur(_ name: String, in model: String? = nil) throws { try accept(blur(name, in: model)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func blur(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("blur", of: name, in: model)
  }

  /// Selects part of the text in a field or, with an empty range, sets the caret. The range counts Unicode scalars.
  public func select(_ range: Range<Int>, in name: String, of model: String? = nil) throws {
    try accept(select(range, in: name, of: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func select(_ range: Range<Int>, in name: String, of model: String? = nil) throws -> TestOutcome {
    try event(
      "selection", of: name, in: model,
      value: ["from": .integer(range.lowerBound), "to": .integer(range.upperBound)])
  }

  /// Scrolls a view with a scroll handler to this fraction.
  public func scroll(_ name: String, to fraction: Double, in model: String? = nil) throws {
    try accept(scroll(name, to: fraction, in: model))
  }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func scroll(_ name: String, to fraction: Double, in model: String? = nil) throws -> TestOutcome {
    try event("scrolled", of: name, in: model, value: ["fraction": .number(fraction)])
  }

  /// Resizes the top sheet to this height.
  public func resize(to detent: PresentationDetent) throws { try accept(resize(to: detent)) }

  /// The same with its outcome, also if the step was refused.
  @_disfavoredOverload
  public func resize(to detent: PresentationDetent) throws -> TestOutcome {
    guard let model = view.top?.model, view.top?.presented != nil else { throw TestError.nothingTo("resize") }
    return try event(model: model, name: "detent", value: ["id": .string(detent.rawValue)])
  }
}
