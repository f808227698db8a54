/// Views in rows of the same number of columns.
public struct Grid: ElementView {
  let columns: Int?
  let spacing: Double?
  let content: ViewList

  /// - Parameters:
  ///   - columns: The number of columns, at least 1; `nil` uses as many as fit.
  ///   - spacing: The distance between two views in CSS pixels; `nil` uses the client's default.
  ///   - content: The views, row by row.
  public init<Content: View>(columns: Int? = nil, spacing: Double? = nil, @ViewBuilder content: () -> Content) {
    self.columns = columns
    self.spacing = spacing
    self.content = ViewList(content())
  }

  static func render(_ view: borrowing Grid, into renderer: inout ElementRenderer) {
    var element = renderer.open("grid", members: 4)
    if let columns = view.columns { element.set("columns", max(columns, 1)) }
    if let spacing = view.spacing { element.set("spacing", spacing) }
    renderer.close(element, children: view.content)
  }
}
