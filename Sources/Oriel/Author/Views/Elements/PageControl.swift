import OrielDocument

/// A row of marks that shows the current page and lets the user choose another.
public struct PageControl: ElementView {
  let title: String
  let currentPage: Binding<Int>
  let numberOfPages: Int

  /// - Parameters:
  ///   - title: The accessibility label.
  ///   - currentPage: The page, counted from 0. An invalid page is shown as the nearest one.
  ///   - numberOfPages: The number of pages.
  public init(_ title: String, currentPage: Binding<Int>, numberOfPages: Int) {
    self.title = title
    self.currentPage = currentPage
    self.numberOfPages = max(numberOfPages, 0)
  }

  static func render(_ view: borrowing PageControl, into renderer: inout ElementRenderer) {
    let (currentPage, count) = (view.currentPage, view.numberOfPages)
    var element = renderer.open("pageControl", members: 5, takesEvents: true)
    element.label = view.title
    element.set("value", min(max(currentPage.wrappedValue, 0), max(count - 1, 0)))
    element.set("count", count)
    element.on(
      "change",
      .sync { value in
        guard let page = value.json?.integerValue, (0..<count).contains(page) else {
          throw EventRefusal.invalid("There is no such page")
        }
        try currentPage.change(to: page)
      })
    renderer.close(element)
  }
}
