/// A kind of window, and what is tapped in it.
enum MeasuredScene: String {
  case counter, board, feed

  /// What arrives when something has changed.
  var update: Verb { self == .board ? .shared : .patch }

  /// The last of what a page is told before it can be used.
  var lastGreeting: Verb { self == .board ? .shared : .state }

  /// Whether a tap in one window is seen in all.
  var reachesEveryone: Bool { self != .counter }

  private var model: String { self == .board ? "s1.m1" : "m1" }
  private var element: String { self == .counter ? "increment" : "publish" }

  func tap(_ id: Int) -> [UInt8] {
    ClientFrame.text(#"{"event":{"id":\#(id),"model":"\#(model)","element":"\#(element)","name":"tap"}}"#)
  }

  func attach(instance: Int) -> [UInt8] {
    ClientFrame.text(
      """
      {"attach":{"scene":"\(rawValue)","instance":"benchmark-\(instance)",\
      "environment":{"locale":"en-GB","timeZone":"Europe/Berlin","colorScheme":"light","width":1280,"height":800,\
      "visible":true},"capabilities":{}}}
      """)
  }
}
