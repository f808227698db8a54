import OrielDocument

/// An update of the rows that a page sees of a table.
package struct RowsUpdate {
  package typealias Content = SharedUpdate.Content

  package let model: String
  package let element: String
  package let rev: Int
  package let content: Content
  /// The newest request that it answers.
  package let sequence: Int?
  /// The texts that the page has asked for to copy.
  package let copied: JSONValue?
  /// The row that a search has found.
  package let found: JSONValue?

  package init(
    model: String, element: String, rev: Int, content: Content, sequence: Int? = nil, copied: JSONValue? = nil,
    found: JSONValue? = nil
  ) {
    (self.model, self.element, self.rev) = (model, element, rev)
    (self.content, self.sequence, self.copied, self.found) = (content, sequence, copied, found)
  }
}
