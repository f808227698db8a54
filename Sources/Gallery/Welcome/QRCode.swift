import CQRCode

/// A text as a QR code (ISO/IEC 18004), in the form of a picture's path.
struct QRCode: Encodable, Equatable {
  /// The number of modules on each side, without a margin.
  let size: Int
  /// The dark modules as the data of an SVG path, in which a module is one unit wide.
  let path: String

  /// - Returns: `nil` if the text is empty, or too long for a code that a phone reads easily.
  init?(_ text: String) {
    guard (1...Self.limit).contains(text.utf8.count) else { return nil }
    let length = Int(qrcodegen_buffer_length)
    var (code, scratch) = ([UInt8](repeating: 0, count: length), [UInt8](repeating: 0, count: length))
    let isEncoded = qrcodegen_encodeText(
      text, &scratch, &code, qrcodegen_Ecc_MEDIUM, qrcodegen_VERSION_MIN, qrcodegen_VERSION_MAX, qrcodegen_Mask_AUTO,
      true)
    guard isEncoded else { return nil }
    size = Int(qrcodegen_getSize(code))
    path = Self.path(size) { x, y in qrcodegen_getModule(code, Int32(x), Int32(y)) }
  }

  /// Bytes of the longest address.
  private static let limit = 200

  /// A rectangle for each row of dark modules that touch.
  private static func path(_ size: Int, isDark: (Int, Int) -> Bool) -> String {
    var path = ""
    for y in 0..<size {
      var x = 0
      while x < size {
        let start = x
        while x < size, isDark(x, y) { x += 1 }
        if x > start { path += "M\(start) \(y)h\(x - start)v1H\(start)z" }
        x += 1
      }
    }
    return path
  }
}
