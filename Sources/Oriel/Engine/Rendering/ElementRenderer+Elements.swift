import OrielDocument

/// Every element is written in this way: `open`, its own members, `close`. The parts that all elements have in common
/// are handled here.
extension ElementRenderer {
  /// - Parameter capacity: The usual number of members, to allocate them once.
  mutating func open(_ type: String, members capacity: Int = 3, takesEvents: Bool = false) -> OpenElement {
    var element = OpenElement(type, after: output.counterpart, members: capacity)
    element.isControl = takesEvents
    let needsID = takesEvents || position.namesElements || context.attributes.needsID
    if needsID, options == nil { identify(&element) }
    return element
  }

  mutating func close(_ element: consuming OpenElement) {
    guard options == nil else { return collectOption(element) }
    complete(&element)
    append(element)
  }

  mutating func close<V: View>(_ element: consuming OpenElement, children: borrowing V) {
    guard options == nil else { return V._render(children, into: &self) }
    complete(&element)
    let outer = descend(below: element)
    element.set("children", elements(of: children, after: element.members.counterpart("children")))
    ascend(to: outer)
    append(element)
  }

  private mutating func complete(_ element: inout OpenElement) {
    context.write(into: &element)
    addInteraction(of: &element)
    if let content = context.attributes.contextMenu { element.set("contextMenu", menu(content, of: element)) }
  }

  private mutating func append(_ element: borrowing OpenElement) {
    if element.isDescended { path.removeLast() }
    output.append(element.members)
  }

  private mutating func identify(_ element: inout OpenElement) {
    if path.count == position.identifiedDepth {
      path.append(.index(0))
      element.isDescended = true
    }
    let id = claimID()
    element.id = id
    element.members.append("id", id)
  }

  private mutating func addInteraction(of element: inout OpenElement) {
    guard let id = element.id else { return }
    if let focus = context.attributes.focus {
      element.on("focus", .sync { _ in focus.focus() })
      element.on("blur", .sync { _ in focus.blur() })
    }
    guard !element.events.isEmpty else { return }
    let isDisabled = context.environment.isDisabled || context.environment.isHidden
    interactions.append(Interaction(id: id, isDisabled: isDisabled, events: element.drainEvents()))
  }

  /// The state that differs inside an element.
  private struct Level {
    let attributes: ElementAttributes
    let namesElements: Bool
    let identifiedDepth: Int
  }

  /// Modifiers applied to the element; views inside it are positioned below its id.
  private mutating func descend(below element: borrowing OpenElement) -> Level {
    let outer = Level(
      attributes: context.attributes, namesElements: position.namesElements, identifiedDepth: position.identifiedDepth)
    context.attributes = ElementAttributes()
    position.namesElements = false
    if element.id != nil { position.identifiedDepth = path.count }
    return outer
  }

  private mutating func ascend(to outer: Level) {
    context.attributes = outer.attributes
    position.namesElements = outer.namesElements
    position.identifiedDepth = outer.identifiedDepth
  }

  private mutating func menu(
    _ content: (inout ElementRenderer) -> Void, of element: borrowing OpenElement
  ) -> [JSONValue] {
    let outer = descend(below: element)
    var elements = ElementList(after: element.members.counterpart("contextMenu"))
    swap(&elements, &output)
    path.append(.contextMenu)
    content(&self)
    path.removeLast()
    swap(&elements, &output)
    ascend(to: outer)
    return elements.elements
  }
}

extension RenderContext {
  fileprivate func write(into element: inout OpenElement) {
    if element.isControl, environment.isDisabled { element.set("disabled", true) }
    if attributes.isHidden { element.set("hidden", true) }
    if attributes.isSelected { element.set("selected", true) }
    if let focus = attributes.focus { element.set("focused", focus.isFocused) }
    if let source = attributes.source { element.set("source", source) }
    if let shortcut = attributes.shortcut { element.set("shortcut", shortcut) }
    if attributes.isRequired { element.set("required", true) }
    if let help = attributes.help, !help.isEmpty { element.set("help", help) }
    if let problem = attributes.problem, !problem.isEmpty { element.set("problem", problem) }
    if let classes = attributes.classes { element.set("class", classes) }
    if let label = attributes.label ?? element.label, !label.isEmpty { element.set("label", label) }
    let style = attributes.style.overlaid(with: element.style)
    if !style.isEmpty { element.set("style", style.text) }
  }
}

extension ElementAttributes {
  var needsID: Bool { focus != nil || source != nil }
}
