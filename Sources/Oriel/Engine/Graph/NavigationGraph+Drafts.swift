import OrielDocument

/// The text so far in a field whose value is written when the edit ends.
struct Draft {
  let model: String
  let element: String
  let text: String
  /// The language in which its user reads and writes numbers.
  let language: String

  init(_ text: String, in language: String, model: String, element: String) {
    (self.text, self.language, self.model, self.element) = (text, language, model, element)
  }

  init?(saved: JSONValue, model: String) {
    guard let text = saved["text"]?.stringValue, let element = saved["element"]?.stringValue else { return nil }
    self.init(text, in: saved["language"]?.stringValue ?? "en", model: model, element: element)
  }

  var saved: JSONValue {
    ["element": .string(element), "text": .string(text), "language": .string(language)]
  }

  func isOf(_ model: String, _ element: String?) -> Bool {
    self.model.hasSameScalars(as: model) && element?.hasSameScalars(as: self.element) == true
  }
}

// A window has one page and its user edits one field at a time, so a graph has one draft, and another one while the screen of
// the first is locked away. Each is saved with its model, so another page that shows the window goes on with it.

extension NavigationGraph {
  /// The draft of an element, which its field shows in place of its value.
  func draft(of model: String, _ element: String) -> Draft? { drafts.first { $0.isOf(model, element) } }

  func setDraft(_ text: String, of node: _ModelNode, _ element: String) {
    drafts.removeAll { $0.isOf(node.id, element) }
    drafts.append(Draft(text, in: host.environment.locale, model: node.id, element: element))
    draftChanged(of: node)
  }

  /// Forgets a draft, so that its field shows the value again.
  func discardDraft(of model: String, _ element: String) {
    guard draft(of: model, element) != nil else { return }
    drafts.removeAll { $0.isOf(model, element) }
    if let model = self.model(model) { draftChanged(of: model._node) }
  }

  package func discardDrafts() {
    for draft in drafts { discardDraft(of: draft.model, draft.element) }
  }

  /// Writes the draft, unless the user's next event continues the edit. A text that can't be read, or is refused, is dropped.
  package func endEdit(before event: String, of model: String, _ element: String?) {
    guard !drafts.isEmpty || !typedTexts.isEmpty, !Self.reports.contains(event), !event.hasPrefix("custom:") else {
      return
    }
    for draft in drafts where !draft.isOf(model, element) && !isLockedAway(draft) { end(draft) }
    for typed in typedTexts where !typed.isOf(model, element) { forgetTyped(of: typed.model, typed.element) }
  }

  /// Events that come while a user types in another element: those of components may come by themselves.
  private static let reports: Set<String> = ["appeared", "disappeared", "scrolled", "focus", "blur", "files"]

  private func isLockedAway(_ draft: Draft) -> Bool { model(draft.model).map(isLockedAway) ?? false }

  private func end(_ draft: Draft) {
    let value = JSONValue.string(draft.text)
    let found = try? handler(model: draft.model, element: draft.element, name: "change", value: value)
    if case .sync(let write)? = found { try? write(EventValue(value)) }
    discardDraft(of: draft.model, draft.element)
  }

  private func draftChanged(of node: _ModelNode) {
    renderingInvalidated(node)
    propertyChanged(of: node)
  }
}
