/// The part that one model adds to its window's address.
struct AddressPart: Equatable {
  /// Whether it is the whole address rather than a part.
  let isWhole: Bool
  let url: WindowURL

  /// Returns `nil` if the text can't be part of an address.
  ///
  /// - Parameter place: The place of a whole address in the window.
  init?(_ path: String, place: (WindowURL) -> WindowURL) {
    isWhole = path.utf8.first == UInt8(ascii: "/")
    guard let url = WindowURL(isWhole ? path : "/" + path) else { return nil }
    self.url = isWhole ? place(url) : url
  }
}
