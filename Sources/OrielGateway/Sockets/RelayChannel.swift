import OrielHub
import OrielMessages
import OrielWire
import Synchronization

/// A connection whose socket is on one loop and whose window on another.
///
/// The loop of the socket has framing and its limits; the window's has everything else. They exchange whole messages and
/// finished frames.
final class RelayChannel: Sendable {
  /// The loop of the socket.
  let origin: Int
  /// The bytes of messages that the window's loop has not taken yet, and of frames that the socket's has not.
  let messageBytes = Atomic(0)
  let frameBytes = Atomic(0)

  init(origin: Int) { self.origin = origin }

  /// The bytes of frames on the way beyond which the window's loop sends none, as if the socket did not take them.
  static let frameLimit = 256 * 1024
}

/// A page whose window is on another loop, as that loop gets it.
struct RelayedPage: Sendable {
  var visitor: Visitor
  var address: String
  var attach: Attach
  /// The size of the message.
  var bytes: Int
  /// Whether a hub has sent it on.
  var isSentOn = false

  /// The bytes of its message, and of the value in it, which may take many times as many when it is decoded.
  var size: Int { bytes + (attach.value?.heapBytes ?? 0) }
}

/// News of a channel, from one of its loops to the other.
enum RelayNews: Sendable {
  // To the loop of the window.
  case open(RelayedPage)
  case message([UInt8])
  /// The socket takes no more.
  case choked
  case unchoked
  /// The socket is gone.
  case closed(UInt16?)

  // To the loop of the socket.
  case attached
  /// The window is on this loop instead.
  case elsewhere(Int)
  case frame(Frame)
  case close(UInt16, String)
}
