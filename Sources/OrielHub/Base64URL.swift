/// RFC 4648 §5, without padding.
enum Base64URL {
  private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 8 + 5) / 6) { text in
      var (bits, count, end) = (0, 0, 0)
      func append(_ value: Int) {
        text[end] = alphabet.utf8Start[value & 63]
        end += 1
      }
      for byte in bytes {
        bits = (bits << 8 | Int(byte)) & 0xFFFF
        count += 8
        while count >= 6 {
          count -= 6
          append(bits >> count)
        }
      }
      if count > 0 { append(bits << (6 - count)) }
      return end
    }
  }
}
