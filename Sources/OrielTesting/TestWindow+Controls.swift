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
  @discardableResult
  public func toggle(_ name: String, in model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    guard let isOn = found.element["value"]?.boolValue else {
      throw TestError.nothingTo("toggle: \(found.description)")
    }
    return try event(model: found.model, element: found.id, name: "change", value: .bool(!isOn))
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
  @discardableResult
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

  /// Focuses a field.
  @discardableResult
  public func focus(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("focus", of: name, in: model)
  }

  /// Removes the focus from a field.
  @discardableResult
  public func blur(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("blur", of: name, in: model)
  }

  /// Selects part of the text in a field or, with an empty range, sets the caret. The range counts Unicode scalars.
  @discardableResult
  public func select(_ range: Range<Int>, in name: String, of model: String? = nil) throws -> TestOutcome {
    try event(
      "selection", of: name, in: model,
      value: ["from": .integer(range.lowerBound), "to": .integer(range.upperBound)])
  }

  /// Scrolls a view with a scroll handler to this fraction.
  @discardableResult
  public func scroll(_ name: String, to fraction: Double, in model: String? = nil) throws -> TestOutcome {
    try event("scrolled", of: name, in: model, value: ["fraction": .number(fraction)])
  }

  /// Resizes the top sheet to this height.
  @discardableResult
  public func resize(to detent: PresentationDetent) throws -> TestOutcome {
    guard let model = view.top?.model, view.top?.presented != nil else { throw TestError.nothingTo("resize") }
    return try event(model: model, name: "detent", value: ["id": .string(detent.rawValue)])
  }
}
