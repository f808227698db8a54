private struct ProblemModifier: RenderModifier {
  let problem: String?

  func apply(to context: inout RenderContext) { context.attributes.problem = problem }
}

private struct HelpModifier: RenderModifier {
  let text: String

  func apply(to context: inout RenderContext) { context.attributes.help = text }
}

private struct RequiredModifier: RenderModifier {
  let isRequired: Bool

  func apply(to context: inout RenderContext) { context.attributes.isRequired = isRequired }
}

private struct UnitModifier: RenderModifier {
  let unit: String
  let edge: HorizontalEdge

  func apply(to context: inout RenderContext) {
    switch edge {
    case .leading: context.attributes.prefix = unit
    case .trailing: context.attributes.suffix = unit
    }
  }
}

/// A side of an element, in the direction of its text.
public enum HorizontalEdge: Hashable, Sendable {
  /// The side where the text begins.
  case leading
  /// The side where the text ends.
  case trailing
}

extension View {
  /// Says at a control, or at the top of a ``Form``, why what it has can't be taken; `nil` if it can.
  ///
  /// ```swift
  /// Form {
  ///   TextField("Amount", text: bind(\.amount)).problem(amountProblem)
  ///   Button("Refund") { self.refund() }
  /// }
  /// .problem(summary)
  /// ```
  ///
  /// The text stays as the user has typed it. The control is marked as invalid, and described by the problem, for assistive technology too.
  /// If a press of a button or of Return has led to problems, the first control with one gets the focus. A check that takes a while
  /// sets the property that this reads when its answer has come.
  ///
  /// - Parameter problem: A sentence that says what to do.
  public func problem(_ problem: String?) -> _ModifiedView { _ModifiedView(self, ProblemModifier(problem: problem)) }

  /// Says at a control what to know for filling it in, such as the format of a number. Elsewhere, it is the description of an
  /// element for assistive technology.
  public func help(_ text: String) -> _ModifiedView { _ModifiedView(self, HelpModifier(text: text)) }

  /// Shows the unit of what is typed inside a ``TextField``.
  ///
  /// ```swift
  /// TextField("Parcel", value: bind(\.weight), format: .number).unit("kg")
  /// ```
  ///
  /// - Parameters:
  ///   - unit: The unit, which is also read out after the label.
  ///   - edge: Where it stands.
  public func unit(_ unit: String, edge: HorizontalEdge = .trailing) -> _ModifiedView {
    _ModifiedView(self, UnitModifier(unit: unit, edge: edge))
  }

  /// Marks a control as one that has to be filled in. Nothing is refused by this: see ``problem(_:)``.
  public func required(_ isRequired: Bool = true) -> _ModifiedView {
    _ModifiedView(self, RequiredModifier(isRequired: isRequired))
  }
}
