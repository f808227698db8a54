import OrielDocument

/// The text so far in a field whose value is written when the edit ends.
final class Draft {
  let model: String
  let element: String
  let text: String

  init(_ text: String, model: String, element: String) {
    (self.text, self.model, self.element) = (text, model, element)
  }

  func isOf(_ model: String, _ element: String?) -> Bool {
    self.model.hasSameScalars(as: model) && element?.hasSameScalars(as: self.element) == true
  }
}

// A window has one page and its user edits one field at a time, so a graph has at most one draft. It is saved with its model,
// so another page that shows the window goes on with it.

extension NavigationGraph {
  /// The draft of an element, which its field shows in place of its value.
  func draft(of model: String, _ element: String) -> String? {
    guard let draft, draft.isOf(model, element) else { return nil }
    return draft.text
  }

  func setDraft(_ text: String, of node: _ModelNode, _ element: String) {
    endEdit(before: "input", of: node.id, element)
    draft = Draft(text, model: node.id, element: element)
    draftChanged(of: node)
  }

  /// Forgets the draft, which shows the value again.
  package func discardDraft() {
    guard let old = draft else { return }
    draft = nil
    if let model = model(old.model) { draftChanged(of: model._node) }
  }

  /// Writes the draft, unless the user's next event continues the edit. A text that can't be read, or is refused, is dropped.
  package func endEdit(before event: String, of model: String, _ element: String?) {
    guard let draft, !Self.reports.contains(event), !draft.isOf(model, element), !isLockedAway(draft) else { return }
    endEdit()
  }

  private func isLockedAway(_ draft: Draft) -> Bool { self.model(draft.model).map(isLockedAway) ?? false }

  /// Events by which the user does nothing to another element.
  private static let reports: Set<String> = ["appeared", "disappeared", "scrolled", "blur"]

  private func endEdit() {
    guard let old = draft else { return }
    discardDraft()
    let value = JSONValue.string(old.text)
    guard
      case .sync(let write)? = try? handler(model: old.model, element: old.element, name: "change", value: value)
    else { return }
    try? write(value)
  }

  private func draftChanged(of node: _ModelNode) {
    renderingInvalidated(node)
    propertyChanged(of: node)
  }
}
