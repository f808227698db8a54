/// The text that a user has typed in a field whose edit goes on, where its value may be another one: the app may have made
/// another of it, or another user may have changed it.
struct TypedText {
  let model: String
  let element: String
  /// The text to show while the edit goes on.
  private(set) var text: String
  /// Whether the page knows another text than this one, because others have typed in it too.
  private(set) var isMerged: Bool
  /// Whether the document has it.
  private(set) var isShown = false
  /// The value after the turn in which this was typed.
  private var value: String?

  init(_ text: String, of place: TextPlace, isMerged: Bool) {
    (self.text, self.isMerged) = (text, isMerged)
    (model, element) = (place.node.id, place.element)
  }

  func isOf(_ model: String, _ element: String?) -> Bool {
    self.model.hasSameScalars(as: model) && element?.hasSameScalars(as: self.element) == true
  }

  /// Whether the field shows another text than the value, or than its page has sent.
  func differs(from value: String) -> Bool { isMerged || !text.hasSameScalars(as: value) }

  /// The text that the field shows while its edit goes on, if its page has sent another one.
  mutating func shown(beside current: String) -> String? {
    if let value, !value.hasSameScalars(as: current) { (text, isMerged) = (current, true) }
    value = current
    isShown = differs(from: current)
    return isShown ? text : nil
  }
}

extension NavigationGraph {
  /// In a shared document several users may type at once. A field whose text is forgotten shows its value.
  private static let mostTypedTexts = 16

  func typed(_ typed: TypedText, beside value: String) {
    let former = typedTexts.first { $0.isOf(typed.model, typed.element) }
    typedTexts.removeAll { $0.isOf(typed.model, typed.element) }
    if typedTexts.count == Self.mostTypedTexts { typedTexts.removeFirst() }
    typedTexts.append(typed)
    // If the app has kept the old value, nothing else says that the field shows another text.
    if typed.differs(from: value) || former?.isShown == true { typedTextChanged(in: typed.model) }
  }

  /// The text of a field whose edit goes on, if that is not its value.
  func typedText(of model: String, _ element: String, value: String) -> String? {
    guard let index = typedTexts.firstIndex(where: { $0.isOf(model, element) }) else { return nil }
    return typedTexts[index].shown(beside: value)
  }

  /// From here on, the field shows its value.
  func forgetTyped(of model: String, _ element: String) {
    guard let typed = typedTexts.first(where: { $0.isOf(model, element) }) else { return }
    typedTexts.removeAll { $0.isOf(model, element) }
    if typed.isShown { typedTextChanged(in: model) }
  }

  private func typedTextChanged(in model: String) {
    if let model = self.model(model) { renderingInvalidated(model._node) }
  }
}
