/// A message of a conversation. One's own messages are on the other side.
///
/// ```swift
/// ScrollView {
///   ForEach(messages) { message in
///     MessageBubble(message.text, from: message.author, isOwn: message.author == user.id)
///   }
/// }
/// .defaultScrollAnchor(.bottom)
/// ```
public struct MessageBubble: ElementView {
  let sender: String?
  let isOwn: Bool
  let content: ViewList

  /// Creates a bubble of views.
  ///
  /// - Parameters:
  ///   - sender: The name of its author; `nil` shows none.
  ///   - isOwn: Whether the user has sent it.
  ///   - content: The text of the message.
  public init<Content: View>(from sender: String? = nil, isOwn: Bool = false, @ViewBuilder content: () -> Content) {
    (self.sender, self.isOwn) = (sender, isOwn)
    self.content = ViewList(content())
  }

  /// Creates a bubble of a text.
  public init(_ text: String, from sender: String? = nil, isOwn: Bool = false) {
    self.init(from: sender, isOwn: isOwn) { Text(text) }
  }

  static func render(_ view: borrowing MessageBubble, into renderer: inout ElementRenderer) {
    var element = renderer.open("bubble")
    if let sender = view.sender { element.set("text", sender) }
    if view.isOwn { element.set("own", true) }
    renderer.close(element, children: view.content)
  }
}
