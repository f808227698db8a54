import OrielDocument

/// Frames of documents and patches that their caller writes as it renders, without a value in between. The closures write one
/// JSON value: the document, or the array of operations.
extension Frame {
  package static func state(rev: Int, applied: Int, _ writeDocument: (inout JSONWriter) -> Void) -> Frame {
    Frame { $0.state(rev: rev, applied: applied, writeDocument) }
  }

  /// `base` is one less than `rev` where it is `nil`.
  package static func patch(
    rev: Int, base: Int? = nil, applied: Int? = nil, saved: Int? = nil, _ writeOperations: (inout JSONWriter) -> Void
  ) -> Frame {
    Frame { $0.patch(rev: rev, base: base, applied: applied, saved: saved, writeOperations) }
  }

  package static func sharedState(
    document: String, rev: Int, _ writeState: (inout JSONWriter) -> Void
  ) -> Frame {
    Frame { $0.shared(document, rev: rev, writeState) }
  }

  package static func sharedPatch(
    document: String, rev: Int, base: Int? = nil, _ writeOperations: (inout JSONWriter) -> Void
  ) -> Frame {
    Frame { $0.shared(document, rev: rev, base: base, writeOperations) }
  }
}
