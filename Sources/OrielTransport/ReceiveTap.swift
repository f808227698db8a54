import CReceiveTap

/// Shows connections what libwebsockets receives for them, before it does: see CReceiveTap for why and how.
enum ReceiveTap {
  /// Listens on this thread, for the connections of `table`. `nil` ends it; the table must live until then.
  static func listen(to table: ConnectionTable?) {
    guard let table else { return receive_tap_set(nil, nil) }
    receive_tap_set(
      { context, socket, bytes, count in
        guard let context else { return true }
        let table = Unmanaged<ConnectionTable>.fromOpaque(context).takeUnretainedValue()
        // Any other socket that is read on the loop's thread is none of our business.
        return table[socket]?.heard(UnsafeRawBufferPointer(start: bytes, count: count)) ?? true
      }, Unmanaged.passUnretained(table).toOpaque())
  }

  static var isInPlace: Bool { receive_tap_is_in_place() }
}
