import Oriel

/// Text that is written in Markdown: paragraphs, headings, lists, quotes, code, tables and links, as in CommonMark with the tables, task lists
/// and bare links of GitHub.
///
/// ```swift
/// Markdown(message.text)
/// ```
/// It becomes elements of the window and never HTML: tags are shown as they are written. Images become links, so that a text from outside
/// loads nothing. Links lead to http, https, mailto and tel, or below the server's own address; others are texts.
///
/// Of a long text, the first ``longest`` bytes are shown, of a large one the first 2,000 blocks, and what is nested more than 16 levels deep
/// is shown at the sixteenth; a last paragraph with *…* says that something is left out.
public struct Markdown: View {
  /// In UTF-8. Longer texts are cut.
  public static let longest = 32_768

  private let text: String

  /// Creates a view of a text.
  public init(_ text: String) { self.text = text }

  public var body: some View {
    VStack { MarkdownReader.views(of: text) }
  }
}
