import OrielDocument

/// A part of a text with its own style.
package struct TextRun {
  package var text: String
  var style = Style()
  var label: String?
  var url: String?

  init(text: String) { self.text = text }

  /// - Parameter url: Left out if a page may not follow it.
  package init(_ text: String, styles: [StyleToken], url: String?) {
    self.text = text
    style = styles.reduce(Style()) { $0.overlaid(with: Style($1)) }
    self.url = url.flatMap { SafeURL.isAllowed($0) ? $0 : nil }
  }

  var isPlain: Bool { style.isEmpty && label == nil && url == nil }

  package func continues(_ other: TextRun) -> Bool {
    style.text == other.style.text && url == other.url && label == nil && other.label == nil
  }

  var rendered: JSONValue {
    if isPlain { return .string(text) }
    var members: JSONObject = ["text": .string(text)]
    if !style.isEmpty { members.append("style", .string(style.text)) }
    if let label { members.append("label", .string(label)) }
    if let url { members.append("url", .string(url)) }
    return .object(members)
  }
}

extension [TextRun] {
  /// The form in the document: a string, or runs if parts have styles.
  var rendered: JSONValue {
    if isEmpty { return "" }
    return count == 1 && self[0].isPlain ? .string(self[0].text) : .array(map(\.rendered))
  }
}

extension TextState {
  /// The form in the document.
  func rendered(in environment: EnvironmentValues?) -> JSONValue {
    var runs: [TextRun] = []
    append(to: &runs, TextRun(text: ""), environment)
    return runs.rendered
  }

  /// The text without styles.
  func plainText(in environment: EnvironmentValues?) -> String {
    switch content {
    case .verbatim(let text): text
    case .localized(let key): environment?.localized(key) ?? key.filled(into: key.key)
    case .concatenated(let first, let second): first.plainText(in: environment) + second.plainText(in: environment)
    }
  }

  var isEmpty: Bool { plainText(in: nil).isEmpty }

  private func append(to runs: inout [TextRun], _ outer: TextRun, _ environment: EnvironmentValues?) {
    var run = outer
    run.style = outer.style.overlaid(with: style)
    run.url = url.flatMap { SafeURL.isAllowed($0) ? $0 : nil } ?? outer.url
    run.label = label
    // An accessibility label applies to the whole, which then is a single run.
    if case .concatenated(let first, let second) = content, label == nil {
      first.append(to: &runs, run, environment)
      second.append(to: &runs, run, environment)
      return
    }
    run.text = plainText(in: environment)
    guard !run.text.isEmpty else { return }
    if let last = runs.last, run.continues(last) {
      runs[runs.count - 1].text += run.text
    } else {
      runs.append(run)
    }
  }
}
