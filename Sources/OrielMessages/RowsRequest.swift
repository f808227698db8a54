/// Which rows of a table a page looks at. It is no event: nothing of it is saved, and the newest one counts.
package struct RowsRequest: Equatable, Sendable {
  package var model: String
  package var element: String
  /// The number of the request, which its answer has.
  package var sequence: Int
  /// The first row's index, as the page counts them. Absent members change nothing.
  package var from: Int?
  package var count: Int?
  /// A row that the page shows, and its index there, by which `from` is corrected.
  package var anchor: Anchor?
  /// Whether the order holds.
  package var hold: Bool?
  /// A row to show.
  package var to: String?
  /// The row whose menu is open; empty for none.
  package var menu: String?
  /// The row whose detail is shown; empty for none.
  package var detail: String?
  /// The row at which its user copies.
  package var copy: String?
  /// A row to search for.
  package var find: Find?
  /// Whether the page has lost its slice.
  package var fresh: Bool

  package struct Anchor: Equatable, Sendable {
    package var id: String
    package var index: Int

    package init(id: String, index: Int) { (self.id, self.index) = (id, index) }
  }

  package struct Find: Equatable, Sendable {
    package var text: String
    /// Whether a row has to begin with the text.
    package var isPrefix: Bool
    /// The row from which the search goes on.
    package var after: String?
    package var isBackwards: Bool

    package init(_ text: String, isPrefix: Bool = false, after: String? = nil, isBackwards: Bool = false) {
      (self.text, self.isPrefix, self.after, self.isBackwards) = (text, isPrefix, after, isBackwards)
    }
  }

  package init(
    model: String, element: String, sequence: Int, from: Int? = nil, count: Int? = nil, anchor: Anchor? = nil,
    hold: Bool? = nil, to: String? = nil, menu: String? = nil, detail: String? = nil, copy: String? = nil,
    find: Find? = nil, fresh: Bool = false
  ) {
    (self.model, self.element, self.sequence) = (model, element, sequence)
    (self.from, self.count, self.anchor, self.hold) = (from, count, anchor, hold)
    (self.to, self.menu, self.detail, self.copy, self.find, self.fresh) = (to, menu, detail, copy, find, fresh)
  }
}
