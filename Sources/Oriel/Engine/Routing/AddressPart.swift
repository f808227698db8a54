/// The part that one model adds to its window's address.
struct AddressPart: Equatable {
  /// Whether it is the whole address rather than a part.
  let isWhole: Bool
  let url: WindowURL

  /// Returns `nil` if the text can't be part of an address.
  init?(_ path: String) {
    isWhole = path.utf8.first == UInt8(ascii: "/")
    guard let url = WindowURL(isWhole ? path : "/" + path) else { return nil }
    self.url = url
  }
}
