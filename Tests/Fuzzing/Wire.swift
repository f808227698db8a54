import OrielWire

/// A client's message, and the words that the log has for one that is malformed.
func fuzzWire(_ input: [UInt8]) {
  input.withUnsafeBytes { bytes in
    do { _ = String(describing: try ClientMessage(decoding: bytes)) } catch { _ = String(describing: error) }
  }
}
