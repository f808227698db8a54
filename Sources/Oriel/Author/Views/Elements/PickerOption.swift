/// A text in the content of a picker, with its value.
struct PickerOption {
  /// Derived from the tag's text, so that it stays the same when the options change.
  let id: String
  let text: String
  let tag: AnyHashable?
}

extension ElementRenderer {
  /// Reads views as the options of a picker instead of writing them into the document.
  mutating func collectOptions(of views: borrowing ViewList) -> [PickerOption] {
    let outer = (options, ids, context.attributes)
    (options, ids, context.attributes) = ([], ElementIDs(), ElementAttributes())
    ViewList.render(views, into: &self)
    let found = options ?? []
    (options, ids, context.attributes) = outer
    return found
  }

  mutating func collectOption(_ element: borrowing OpenElement) {
    guard let text = element.members["text"]?.stringValue else {
      return report("A picker's options must be texts")
    }
    let tag = context.attributes.tag
    let id = optionID(tag.map { String(describing: $0.base) } ?? text)
    options?.append(PickerOption(id: id, text: text, tag: tag))
  }

  private mutating func optionID(_ text: String) -> String {
    switch ids.claim(text.isEmpty ? "~" : text) {
    case .unique(let id): return id
    case .duplicate(let id, _):
      report("A picker has more than one option “\(text)”")
      return id
    }
  }
}
