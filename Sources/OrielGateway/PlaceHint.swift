import OrielHub

/// The text that a page brings as `at`: a place where its window is. It is not trusted: a page gets what it may have
/// wherever it is.
struct PlaceHint: Equatable {
  /// The node; `nil` if there is only one.
  var node: Life?
  /// The loop; `nil` if the page's address leads to it.
  var loop: Int?
  /// Whether it is where the page was attached before, and no place to which it was sent.
  var isFormer = false
  /// Whether the page was sent from one node to another, and not only from loop to loop.
  var isOfOtherNode = false

  init(node: Life? = nil, loop: Int? = nil, isFormer: Bool = false, isOfOtherNode: Bool = false) {
    (self.node, self.loop) = (node, loop)
    (self.isFormer, self.isOfOtherNode) = (isFormer, isOfOtherNode)
  }

  init?(_ text: String) {
    var rest = text[...]
    isFormer = rest.utf8.first == UInt8(ascii: "~")
    isOfOtherNode = rest.utf8.first == UInt8(ascii: "n")
    if isFormer || isOfOtherNode { rest = Substring(rest.utf8.dropFirst()) }
    let parts = rest.parts(".", atMost: 3, omittingEmpty: false)
    if let first = parts.first { node = Life(first) }
    let loop = node == nil ? parts.first : parts.dropFirst().first
    guard parts.count == (node == nil || loop == nil ? 1 : 2) else { return nil }
    if let loop {
      guard let number = Int(loop), "\(number)".utf8.elementsEqual(loop.utf8), number >= 0 else { return nil }
      self.loop = number
    }
  }

  var text: String {
    let place = [node?.description, loop.map(String.init)].compactMap(\.self)
    return (isFormer ? "~" : isOfOtherNode ? "n" : "") + place.joined(separator: ".")
  }
}
