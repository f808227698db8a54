import OrielDocument

/// An update of a shared document. It goes to many pages as the same object, and so as the same bytes.
package final class SharedUpdate {
  package enum Content {
    case state(any JSONWritable)
    /// `base` is the `rev` that the patch applies to.
    case patch(any JSONWritable, base: Int)
  }

  package let document: String
  package let rev: Int
  package let content: Content

  package init(document: String, rev: Int, content: Content) {
    self.document = document
    self.rev = rev
    self.content = content
  }
}
