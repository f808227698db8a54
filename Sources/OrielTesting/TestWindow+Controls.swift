import Oriel
import OrielDocument

// Controls that take more than a tap.

extension TestWindow {
  /// Switches a toggle to the other side.
  ///
  /// ```swift
  /// try window.toggle("Only open")
  /// ```
  /// - Throws: `TestError.nothingTo` where the element is no toggle.
  @discardableResult
  public func toggle(_ name: String, in model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    guard let isOn = found.element["value"]?.boolValue else {
      throw TestError.nothingTo("toggle: \(found.description)")
    }
    return try event(model: found.model, element: found.id, name: "change", value: .bool(!isOn))
  }

  /// Chooses an option of a picker; of a picker of many, chooses it too, or no more if it was chosen.
  ///
  /// ```swift
  /// try window.choose("Large", in: "Size")
  /// ```
  /// - Parameters:
  ///   - option: What is written on the option.
  ///   - name: The picker's id, or its title.
  ///   - model: The type or the id of its model, where the name alone is ambiguous.
  /// - Throws: `TestError.notFound` with the options there are.
  @discardableResult
  public func choose(_ option: String, in name: String, of model: String? = nil) throws -> TestOutcome {
    let found = try element(name, in: model)
    let options = found.element["options"]?.arrayValue ?? []
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

  /// Moves the focus into a field.
  @discardableResult
  public func focus(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("focus", of: name, in: model)
  }

  /// Moves the focus out of a field.
  @discardableResult
  public func blur(_ name: String, in model: String? = nil) throws -> TestOutcome {
    try event("blur", of: name, in: model)
  }

  /// Selects a part of the text in a field, or, with an empty range, puts the caret there. Counted in Unicode scalars.
  @discardableResult
  public func select(_ range: Range<Int>, in name: String, of model: String? = nil) throws -> TestOutcome {
    try event(
      "selection", of: name, in: model,
      value: ["from": .integer(range.lowerBound), "to": .integer(range.upperBound)])
  }

  /// Scrolls a view that asks to be told of it, to this fraction of its way.
  @discardableResult
  public func scroll(_ name: String, to fraction: Double, in model: String? = nil) throws -> TestOutcome {
    try event("scrolled", of: name, in: model, value: ["fraction": .number(fraction)])
  }

  /// Makes the sheet on top as tall as this.
  @discardableResult
  public func resize(to detent: PresentationDetent) throws -> TestOutcome {
    guard let model = view.top?.model, view.top?.presented != nil else { throw TestError.nothingTo("resize") }
    return try event(model: model, name: "detent", value: ["id": .string(detent.rawValue)])
  }
}
