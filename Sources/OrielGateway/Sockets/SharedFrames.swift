import OrielMessages
import OrielWire

/// The frames of the last updates of shared documents: one frame goes to all pages.
struct SharedFrames {
  private struct Entry {
    weak var update: SharedUpdate?
    let frame: Frame
  }

  private var entries: [Entry] = []
  private static let limit = 8

  /// The frame of an update, which is encoded if no page had it lately.
  mutating func frame(of update: SharedUpdate, encoded: () -> Frame) -> Frame {
    if let known = entries.last(where: { $0.update === update }) { return known.frame }
    let frame = encoded()
    entries.removeAll { $0.update == nil }
    entries = entries.suffix(Self.limit - 1) + [Entry(update: update, frame: frame)]
    return frame
  }
}
