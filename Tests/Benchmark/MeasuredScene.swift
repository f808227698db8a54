/// A kind of window, and what is tapped in it.
enum MeasuredScene: String {
  case counter, board, feed
  /// The counter, each in a tenant of its own.
  case own

  /// What arrives when something has changed.
  var update: Verb { self == .board ? .shared : .patch }

  /// The last of what a page is told before it can be used.
  var lastGreeting: Verb { self == .board ? .shared : .state }

  /// Whether a tap in one window is seen in all.
  var reachesEveryone: Bool { self == .board || self == .feed }

  private var model: String { self == .board ? "s1.m1" : "m1" }
  private var element: String { reachesEveryone ? "publish" : "increment" }

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
