/// A step on the way from a model's `body` to one of its elements.
enum PathComponent: Equatable {
  /// A place in a block.
  case index(Int)
  /// A side of a condition.
  case branch(Bool)
  /// The menu of an element.
  case contextMenu
  /// The nth `toolbar` around the same view.
  case toolbar(Int)

  func write(to text: inout [UInt8]) {
    switch self {
    case .index(let place): Self.write(place, to: &text)
    case .branch(let isFirst): text.append(isFirst ? UInt8(ascii: "t") : UInt8(ascii: "f"))
    case .contextMenu: text += "menu".utf8
    case .toolbar(let number):
      text += "bar".utf8
      if number > 0 { Self.write(number, to: &text) }
    }
  }

  private static func write(_ number: Int, to text: inout [UInt8]) {
    if number > 9 { write(number / 10, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
