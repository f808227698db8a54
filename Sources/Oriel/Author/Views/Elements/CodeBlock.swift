/// Lines of code in a monospaced font, with a button that copies them.
public struct CodeBlock: ElementView {
  let code: String
  let language: String?

  /// - Parameters:
  ///   - code: Shown as it is.
  ///   - language: The name of its language, shown above; `nil` if it has none.
  public init(_ code: String, language: String? = nil) {
    self.code = code
    self.language = language
  }

  static func render(_ view: borrowing CodeBlock, into renderer: inout ElementRenderer) {
    var element = renderer.open("code")
    element.set("text", view.code)
    if let language = view.language { element.set("language", language) }
    renderer.close(element)
  }
}

/// Views that are quoted from elsewhere.
package struct QuoteBlock: ElementView {
  let content: ViewList

  package init(_ views: [any View]) { content = ViewList(views) }

  static func render(_ view: borrowing QuoteBlock, into renderer: inout ElementRenderer) {
    renderer.close(renderer.open("quote"), children: view.content)
  }
}

/// A list in running text: a view for each point.
package struct PointList: ElementView {
  /// The number of the first point; `nil` if they have none.
  let start: Int?
  let points: ViewList

  package init(start: Int?, _ points: [any View]) {
    self.start = start
    self.points = ViewList(points)
  }

  static func render(_ view: borrowing PointList, into renderer: inout ElementRenderer) {
    var element = renderer.open("points")
    if let start = view.start { element.set("start", start) }
    renderer.close(element, children: view.points)
  }
}

/// Running text whose parts have styles and links of their own.
package struct RunningText: ElementView {
  let runs: [TextRun]
  let heading: Int?

  /// - Parameter heading: The level, from 1 to 6; `nil` if it is no heading.
  package init(_ runs: [TextRun], heading: Int? = nil) {
    self.runs = runs
    self.heading = heading
  }

  static func render(_ view: borrowing RunningText, into renderer: inout ElementRenderer) {
    var element = renderer.open("text")
    element.members.append("text", view.runs.rendered)
    if let heading = view.heading {
      element.set("heading", heading)
      element.style = Style(heading == 1 ? .title2 : .headline)
    }
    renderer.close(element)
  }
}
