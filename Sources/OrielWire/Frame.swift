import OrielDocument

/// One message to a client as the bytes of its WebSocket frame (RFC 6455 §5.2: final, unmasked, without extensions).
///
/// Encoded once and shared: a broadcast hands the same frame to every receiver.
package final class Frame: Sendable {
  private let storage: [UInt8]
  private let start: Int

  /// Frames the message that `write` writes.
  package init(_ write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(reserving: Self.longestHeader)
    write(&writer)
    var bytes = writer.drain()
    start = Self.putHeader(into: &bytes, Self.finalText)
    storage = bytes
  }

  /// Frames the message of a frame in fewer bytes, as a binary one.
  package init(_ frame: Frame, compressedBy compress: ([UInt8]) -> [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: Self.longestHeader) + compress(Array(frame.message))
    start = Self.putHeader(into: &bytes, Self.finalBinary)
    storage = bytes
  }

  /// The length of the whole frame.
  package var count: Int { storage.count - start }

  /// The message without the frame's header.
  package var message: ArraySlice<UInt8> { storage[Self.longestHeader...] }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    storage.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  private static let longestHeader = 10
  private static let finalText: UInt8 = 0x81
  private static let finalBinary: UInt8 = 0x82

  /// Puts the header right before the payload, where room was left for the longest one, and says where it begins.
  private static func putHeader(into bytes: inout [UInt8], _ kind: UInt8) -> Int {
    let length = bytes.count - longestHeader
    if length < 126 {
      bytes[8] = kind
      bytes[9] = UInt8(length)
      return 8
    }
    let wide = length > Int(UInt16.max)
    let start = wide ? 0 : 6
    bytes[start] = kind
    bytes[start + 1] = wide ? 127 : 126
    var rest = length
    for place in stride(from: 9, through: start + 2, by: -1) {
      bytes[place] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    return start
  }
}
