import Oriel
import OrielMarkdown

/// A conversation whose answers are written in Markdown.
@NavigationModel
final class MessagesModel {
  struct Message: Codable, Identifiable {
    let id: Int
    let text: String
    let isOwn: Bool
  }

  var draft = ""
  var messages = [
    Message(id: 0, text: "How do I *mark* a line of an order?", isOwn: false),
    Message(
      id: 1,
      text: """
        Give it a **chip**:

        1. find the line,
        2. write

        ```swift
        Chip("Late").foregroundStyle(.danger)
        ```
        """, isOwn: true),
  ]

  var body: some View {
    ScrollView {
      ForEach(messages) { message in
        MessageBubble(from: message.isOwn ? nil : "Elif", isOwn: message.isOwn) { Markdown(message.text) }
      }
    }
    .defaultScrollAnchor(.bottom).accessibilityLabel("Conversation").id("talk")
    TextEditor(text: bind(\.draft)).textLimit(1000).onSubmit { self.send() }.accessibilityLabel("Answer").id("answer")
    Button("Send") { self.send() }
      .buttonStyle(.borderedProminent).keyboardShortcut(.return).disabled(draft.isEmpty).id("send")
      .navigationTitle("Messages")
  }

  private func send() {
    guard !draft.isEmpty else { return }
    messages = messages.suffix(49) + [Message(id: (messages.last?.id ?? 0) + 1, text: draft, isOwn: true)]
    draft = ""
  }
}
