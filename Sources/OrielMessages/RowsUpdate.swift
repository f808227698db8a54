import OrielDocument

/// An update of the rows that a page sees of a table.
package struct RowsUpdate {
  package enum Content {
    case state(any JSONWritable)
    /// `base` is the `rev` that the patch applies to.
    case patch(any JSONWritable, base: Int)
  }

  package let model: String
  package let element: String
  package let rev: Int
  package let content: Content
  /// The newest request that it answers.
  package let sequence: Int?

  package init(model: String, element: String, rev: Int, content: Content, sequence: Int? = nil) {
    (self.model, self.element, self.rev) = (model, element, rev)
    (self.content, self.sequence) = (content, sequence)
  }
}
